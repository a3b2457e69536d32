//! The forms of a report: what they carry, and that hostile text stays text in each of them.

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
