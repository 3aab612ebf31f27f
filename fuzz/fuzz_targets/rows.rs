#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    roadside_fuzz::rows(data);
});
