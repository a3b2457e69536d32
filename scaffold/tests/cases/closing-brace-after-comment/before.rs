impl server::Health for Api {
    /* a comment
    */ }
