//! Rows shown as they stand.

use roadside_env::VecEnv;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch};

use crate::{begun, choose_all, choosers, game, options};

#[test]
fn rows_are_shown_as_the_last_step_left_them_without_its_rewards() {
    for threads in [1, 3] {
        let rows = roadside_env::vec_env::VecOptions {
            threads: Some(threads),
            ..options(Autoreset::Disabled, Some(60))
        };
        let env = VecEnv::all_seats(game::<ZoneStalker<2>>(&["players=2"]), 40, rows).unwrap();
        let (mut env, mut batch) = begun(env, 3);
        let mut choosers = choosers(40);
        for _ in 0..70 {
            env.step(&choose_all(&batch, &mut choosers), &mut batch.buffers()).unwrap();
            let mut shown = Batch::<f32>::new(*env.shape());
            env.show(&mut shown.buffers()).unwrap();
            for row in 0..40 {
                assert_eq!(shown.observation(row), batch.observation(row));
                assert_eq!(shown.mask(row), batch.mask(row));
                assert_eq!(shown.seat(row), batch.seat(row));
                assert_eq!(shown.terminated(row), batch.terminated(row));
                assert_eq!(shown.truncated(row), batch.truncated(row));
                assert_eq!(shown.rewards(row), [0.0; 2]);
            }
        }
        assert!((0..40).any(|row| batch.truncated(row)) && (0..40).any(|row| batch.terminated(row)));
    }
}
