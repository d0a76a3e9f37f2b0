//! Tiled MMAs and copies for parameters that nothing gives: the one of the GPU for which the file is, and where the code refuses
//! that, another one.

use layoutlens_host_value::value::HostValue;
use layoutlens_syntax::Name;

use crate::{
    state::interpreter::Interpreter,
    suppose::{picks::Aspect, slot::Slot},
};

impl Interpreter<'_> {
    /// What a parameter is that is of one of these classes, and what is said of it.
    pub(super) fn supposed_tiled(
        &mut self,
        classes: &[&'static str],
        name: &Name,
        slot: Slot,
    ) -> Option<(HostValue, String)> {
        let convention = self.outside.libraries.convention;
        let file = self.file_of_tiled(slot);
        let of_class = |class: &&'static str| {
            let class = *class;
            (convention.files_of)(class, file).into_iter().map(move |file| (class, file))
        };
        let all: Vec<(&str, &str)> = classes.iter().flat_map(of_class).collect();
        let (class, file) = self.suppositions.picks.choice(slot, Aspect::Member, &name.text, &all)?;
        let supposed = (convention.object_of)(class, file)?;
        self.suppositions.picks.made_whole(slot, &supposed.0);
        Some(supposed)
    }

    /// The name of the file at hand, or what stands for it where that says no architecture.
    fn file_of_tiled(&self, slot: Slot) -> &str {
        let convention = self.outside.libraries.convention;
        let file = self.first_file_name();
        let asks_majors = self.suppositions.told.of(slot).is_some_and(|told| told.is_of_warp_groups);
        let mut of_imports = convention.of_imports.iter().filter(|(part, _)| self.imports_part(part));
        match of_imports.next() {
            _ if file.contains("sm") => file,
            Some((_, name)) => name,
            None if asks_majors => convention.warp_groups,
            None => file,
        }
    }
}
