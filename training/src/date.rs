//! The day.

use time::OffsetDateTime;

/// Today's date as year, month and day, such as 2026-11-30, in universal time.
pub fn today() -> String {
    OffsetDateTime::now_utc().date().to_string()
}
