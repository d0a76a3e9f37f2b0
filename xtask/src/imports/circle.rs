//! Circles of a graph: its strongly connected components of more than one node.

/// The circles among nodes that are numbered from 0, each with the nodes it has an arrow to.
pub(super) fn circles(arrows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        arrows,
        order: vec![None; arrows.len()],
        earliest: vec![0; arrows.len()],
        ..Search::default()
    };
    for node in 0..arrows.len() {
        if search.order[node].is_none() {
            search.visit(node);
        }
    }
    search.circles
}

/// Tarjan's search: a node from which none that was met before it can be reached closes a component.
#[derive(Default)]
struct Search<'a> {
    arrows: &'a [Vec<usize>],
    /// When a node was met.
    order: Vec<Option<usize>>,
    /// The earliest met node that is known to be reachable from a node, among those in `open`.
    earliest: Vec<usize>,
    met: usize,
    /// Nodes whose component is not closed yet.
    open: Vec<usize>,
    circles: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// Recursive as imports lead on from file to file, which a crate's number of files limits.
    fn visit(&mut self, node: usize) {
        let order = self.met;
        self.met += 1;
        self.order[node] = Some(order);
        self.earliest[node] = order;
        self.open.push(node);
        for &next in &self.arrows[node] {
            match self.order[next] {
                None => {
                    self.visit(next);
                    self.earliest[node] = self.earliest[node].min(self.earliest[next]);
                }
                Some(met) if self.open.contains(&next) => {
                    self.earliest[node] = self.earliest[node].min(met);
                }
                Some(_) => {}
            }
        }
        if self.earliest[node] == order {
            let begin = self.open.iter().position(|open| *open == node).unwrap_or_default();
            let circle = self.open.split_off(begin);
            if circle.len() > 1 {
                self.circles.push(circle);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn circles_of(arrows: &[&[usize]]) -> Vec<BTreeSet<usize>> {
        let arrows: Vec<Vec<usize>> = arrows.iter().map(|to| to.to_vec()).collect();
        circles(&arrows).into_iter().map(|circle| circle.into_iter().collect()).collect()
    }

    #[test]
    fn a_chain_has_no_circle() {
        assert_eq!(circles_of(&[&[1], &[2], &[]]), []);
    }

    #[test]
    fn two_circles_with_an_arrow_between_them_are_two() {
        assert_eq!(
            circles_of(&[&[1], &[0, 2], &[3], &[4], &[2]]),
            [BTreeSet::from([2, 3, 4]), BTreeSet::from([0, 1])]
        );
    }

    #[test]
    fn a_node_that_names_itself_is_no_circle() {
        assert_eq!(circles_of(&[&[0]]), []);
    }
}
