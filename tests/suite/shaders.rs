//! Every shader is valid, and every struct that it shares with Rust has the same bytes there.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, TypeInner};
use sward::gpu::layout::Twin;
use sward::gpu::shader::{SOURCES, resolve};

fn parse(name: &str) -> Module {
    let text = resolve(name).unwrap();
    naga::front::wgsl::parse_str(&text)
        .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string_with_path(&text, name)))
}

fn entry_shaders() -> impl Iterator<Item = &'static str> {
    SOURCES.iter().map(|(name, _)| *name).filter(|name| !name.starts_with("shared/"))
}

#[test]
fn every_shader_passes_validation() {
    for name in entry_shaders() {
        let text = resolve(name).unwrap();
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
        if let Err(error) = validator.validate(&parse(name)) {
            panic!("{name}: {}", error.emit_to_string_with_path(&text, name));
        }
    }
}

#[test]
fn every_shared_struct_has_the_layout_of_its_twin() {
    let twins = sward::render::twins();
    let mut met = Vec::new();
    for shader in entry_shaders() {
        let module = parse(shader);
        for (name, inner) in structs_in_buffers(&module) {
            let twin = twins.iter().find(|twin| twin.name == name);
            let twin = twin.unwrap_or_else(|| panic!("{shader}: struct {name} has no registered twin"));
            compare(shader, &module, inner, twin);
            met.push(name);
        }
    }
    for twin in twins {
        assert!(met.iter().any(|name| name == twin.name), "no shader has the struct {}", twin.name);
    }
}

/// Structs of uniform and storage buffers, and those inside them.
fn structs_in_buffers(module: &Module) -> Vec<(String, &TypeInner)> {
    let mut found = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        if matches!(variable.space, naga::AddressSpace::Uniform | naga::AddressSpace::Storage { .. }) {
            collect(module, variable.ty, &mut found);
        }
    }
    found
}

fn collect<'m>(
    module: &'m Module,
    handle: naga::Handle<naga::Type>,
    found: &mut Vec<(String, &'m TypeInner)>,
) {
    let ty = &module.types[handle];
    match &ty.inner {
        TypeInner::Struct { members, .. } => {
            found.push((ty.name.clone().unwrap_or_default(), &ty.inner));
            for member in members {
                collect(module, member.ty, found);
            }
        }
        TypeInner::Array { base, .. } => collect(module, *base, found),
        _ => {}
    }
}

fn compare(shader: &str, module: &Module, inner: &TypeInner, twin: &Twin) {
    let TypeInner::Struct { members, span } = inner else { return };
    let place = format!("{shader}: struct {}", twin.name);
    assert_eq!(*span as usize, twin.size, "{place}: size in WGSL and in Rust");
    let names: Vec<_> = members.iter().map(|member| member.name.as_deref().unwrap_or_default()).collect();
    for (field, offset) in twin.fields {
        let member = members.iter().find(|member| member.name.as_deref() == Some(*field));
        let member = member.unwrap_or_else(|| panic!("{place} has {names:?}, but no field {field}"));
        assert_eq!(member.offset as usize, *offset, "{place}: offset of {field} in WGSL and in Rust");
        let size = module.types[member.ty].inner.size(module.to_ctx());
        assert!(offset + size as usize <= twin.size, "{place}: {field} ends outside");
    }
    for member in names {
        assert!(twin.fields.iter().any(|(field, _)| *field == member), "{place}: the twin lacks {member}");
    }
}

#[test]
fn an_import_is_resolved_once_and_an_unknown_one_is_an_error() {
    let text = resolve("terrain").unwrap();
    assert_eq!(text.matches("struct Frame {").count(), 1, "two files import it");
    assert!(resolve("no_such_shader").unwrap_err().to_string().contains("no_such_shader"));
}
