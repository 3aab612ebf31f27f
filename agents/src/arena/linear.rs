//! Systems of linear equations.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Square {
    size: usize,
    cells: Vec<f64>,
}

impl Square {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    pub(super) fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    /// Every cell times `factor`.
    pub(super) fn scaled(mut self, factor: f64) -> Self {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
        self
    }

    /// The product with a column.
    pub(super) fn times(&self, column: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| self.row(row).iter().zip(column).map(|(a, b)| a * b).sum()).collect()
    }

    /// The column whose product with this matrix is `right`, by elimination with pivots; `None` if there is none or more
    /// than one.
    pub(super) fn solve(mut self, mut right: Vec<f64>) -> Option<Vec<f64>> {
        let size = self.size;
        for step in 0..size {
            let pivot =
                (step..size).max_by(|&a, &b| self.row(a)[step].abs().total_cmp(&self.row(b)[step].abs()))?;
            if self.row(pivot)[step] == 0.0 || !self.row(pivot)[step].is_finite() {
                return None;
            }
            right.swap(step, pivot);
            for column in step..size {
                self.cells.swap(step * size + column, pivot * size + column);
            }
            for row in step + 1..size {
                let factor = self.row(row)[step] / self.row(step)[step];
                for column in step..size {
                    let above = self.row(step)[column];
                    *self.at(row, column) -= factor * above;
                }
                right[row] -= factor * right[step];
            }
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|column| self.row(row)[column] * right[column]).sum();
            right[row] = (right[row] - known) / self.row(row)[row];
        }
        Some(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_whatever_its_rows_order() {
        let mut matrix = Square::zero(3);
        // A zero in the first corner asks for a pivot.
        for (place, value) in [0.0, 2.0, 1.0, 1.0, -2.0, -3.0, -1.0, 1.0, 2.0].into_iter().enumerate() {
            *matrix.at(place / 3, place % 3) = value;
        }
        let expected = [3.0, -1.0, 0.5];
        let solved = matrix.clone().solve(matrix.times(&expected)).unwrap();
        for (found, expected) in solved.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{solved:?}");
        }
        assert_eq!(Square::zero(2).solve(vec![1.0, 1.0]), None);
    }
}
