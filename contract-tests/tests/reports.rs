//! The formats of a report: what they contain, and that hostile text remains text in each of them.

mod reports {
    pub mod sample;

    mod causes;
    mod explained;
    mod files;
    mod forms;
    mod hostile;
    mod lines;
    mod merging;
    mod places;
    mod size;
    mod verdicts;
}
