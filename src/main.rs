//! The `sward` command: parses the arguments, calls the verb, prints what went wrong, sets the exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    quieten_mesa();
    cli::run()
}

/// Where no desktop session runs, a Vulkan layer of Mesa that asks the compositor for its favourite GPU prints
/// `error: XDG_RUNTIME_DIR is invalid or not set in the environment` for each instance, as if the run had failed.
/// Without a compositor there is nothing to ask, so the layer is left out, unless it is steered by hand.
#[cfg(target_os = "linux")]
fn quieten_mesa() {
    let unset = |name| std::env::var_os(name).is_none();
    if unset("XDG_RUNTIME_DIR") && unset("MESA_VK_DEVICE_SELECT") && unset("DRI_PRIME") {
        // SAFETY: no other thread runs yet that could read the environment meanwhile.
        #[allow(unsafe_code)]
        unsafe {
            std::env::set_var("NODEVICE_SELECT", "1");
        }
    }
}
