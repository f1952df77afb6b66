//! Reads any file that Sward opens and tells what stands where in it.
//!
//! `cargo run --example inspect -- utes.wrp`

use std::error::Error;
use std::path::Path;

use sward::formats::{self, Content};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("which file?")?;
    let opened = formats::open(Path::new(&path))?;
    for warning in opened.warnings().iter() {
        eprintln!("{warning}");
    }
    match opened.content {
        Content::World(world) => {
            let elevation = &world.elevation;
            println!("{:?}, {} x {} heights", world.variant, elevation.width, elevation.height);
            for [x, height, z] in &world.peaks {
                println!("a peak of {height:.0} m at {x:.0}, {z:.0}");
            }
            // The ten models that are placed most often.
            let mut counts = vec![0; world.models.len()];
            for object in &world.objects {
                if let Some(count) = counts.get_mut(object.model as usize) {
                    *count += 1;
                }
            }
            let mut models: Vec<_> = counts.iter().zip(&world.models).collect();
            models.sort_by(|a, b| b.cmp(a));
            for (count, model) in models.iter().take(10) {
                println!("{count:>8} {model:?}");
            }
        }
        Content::Details(details) => {
            println!("{} x {} slots of grass", details.size[0], details.size[1]);
            for model in &details.models {
                println!("{:>8} triangles, texture {:?}", model.indices.len() / 3, model.texture);
            }
        }
        Content::DetailModel(model, _) => println!("a plant of {} triangles", model.indices.len() / 3),
        Content::Cform(cform) => println!("the ground of a level, {} triangles", cform.triangles.len()),
        Content::GameMaterials(list) => {
            for (index, material) in list.materials.iter().enumerate() {
                println!(
                    "{index:>8} {:?}{}",
                    material.name,
                    if material.passable() { ", passable" } else { "" }
                );
            }
        }
        Content::Bfres(files) => {
            for file in files {
                println!("{:?}, version {}", file.name, file.version);
                for texture in &file.textures {
                    println!("texture {:?}, {} x {}", texture.name, texture.width, texture.height);
                }
                for pattern in &file.texture_patterns {
                    println!("texture pattern {:?}, frames 0 to {}", pattern.name, pattern.last_frame);
                }
            }
        }
    }
    Ok(())
}
