//! A screen without a monitor, and the real program on it, driven by keys and mouse as a person drives it.
//!
//! Nothing waits for a time that must be enough: every wait ends with what it waits for, or fails with words after
//! minutes.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use sward::scene::camera_pose::CameraPose;

/// After so long a wait has failed. Far more than anything takes: a machine may be busy.
const AT_MOST: Duration = Duration::from_secs(240);

const PAUSE: Duration = Duration::from_millis(50);

/// What to install for these tests, on Debian.
const INSTALL: &str = "install xvfb, xdotool and xclip: `apt-get install xvfb xdotool xclip`";

/// An X server on a display that nobody else has.
pub struct Desktop {
    server: Child,
    display: String,
}

impl Desktop {
    pub fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("Xvfb doesn't start ({error}); {INSTALL}"));
        let mut number = String::new();
        // It tells the number once it listens.
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "Xvfb has found no display");
        Self { server, display: format!(":{}", number.trim()) }
    }

    /// Runs a tool on the display; what it prints, or `None` where it fails.
    pub fn tool<S: AsRef<OsStr>>(&self, name: &str, args: &[S]) -> Option<String> {
        let mut command = Command::new(name);
        command.args(args).env("DISPLAY", &self.display).stdin(Stdio::null());
        let output =
            command.output().unwrap_or_else(|error| panic!("{name} doesn't start ({error}); {INSTALL}"));
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    }

    /// Opens Sward's window in `folder`, which also has its settings.
    pub fn open(&self, folder: &Path, args: &[&str]) -> Window<'_> {
        self.open_with(folder, args, &[])
    }

    /// The same with variables in its environment.
    pub fn open_with(&self, folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Window<'_> {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sward"))
            .args(["view", "--verbose"])
            .args(args)
            .current_dir(folder)
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env("HOME", folder)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let stderr = BufReader::new(program.stderr.take().unwrap());
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Window { desktop: self, program, lines, said: Vec::new() }
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program with its window.
pub struct Window<'a> {
    desktop: &'a Desktop,
    program: Child,
    lines: Receiver<String>,
    /// All that it has said so far.
    said: Vec<String>,
}

impl Window<'_> {
    /// Waits until the program says a line with `wanted` in it, and gives what follows there.
    pub fn hear(&mut self, wanted: &str) -> String {
        let until = Instant::now() + AT_MOST;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.said.push(line.clone());
                    if let Some((_, rest)) = line.split_once(wanted) {
                        return rest.trim().to_owned();
                    }
                }
                Err(RecvTimeoutError::Timeout) => panic!("{wanted:?} was never said, but {:#?}", self.said),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the window closed without saying {wanted:?}, but {:#?}", self.said)
                }
            }
        }
    }

    /// All that was said so far.
    pub fn said(&self) -> String {
        self.said.join("\n")
    }

    /// Waits for a scene, and gives the keys to the window.
    pub fn shows(&mut self) -> String {
        let scene = self.hear("shown: ");
        self.focus();
        scene
    }

    /// Gives the keys to the window.
    pub fn focus(&self) {
        let found =
            poll("a window called Sward", || self.desktop.tool("xdotool", &["search", "--name", "Sward"]));
        let id = found.lines().next().unwrap().to_owned();
        poll("the focus", || {
            self.desktop.tool("xdotool", &["windowfocus", &id])?;
            let focused = self.desktop.tool("xdotool", &["getwindowfocus"])?;
            (focused.trim() == id).then_some(())
        });
    }

    /// Does something with xdotool.
    pub fn xdotool(&self, args: &[&str]) -> String {
        self.desktop.tool("xdotool", args).unwrap_or_else(|| panic!("xdotool {args:?} failed"))
    }

    pub fn key(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// The camera, as Ctrl+C copies it.
    pub fn camera(&mut self) -> CameraPose {
        self.key("ctrl+c");
        self.hear("copied: ").parse().unwrap()
    }

    /// Where the pointer is on the screen.
    pub fn pointer(&self) -> String {
        self.xdotool(&["getmouselocation"]).split(" screen").next().unwrap().to_owned()
    }

    /// What is in the clipboard.
    pub fn clipboard(&self) -> String {
        let args = ["-selection", "clipboard", "-o"];
        poll("a clipboard with a text", || self.desktop.tool("xclip", &args))
    }

    /// Closes the window with Ctrl+Q.
    pub fn quit(mut self) -> ExitStatus {
        self.key("ctrl+q");
        poll("the end of the program", || self.program.try_wait().unwrap())
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Asks again and again until there is an answer.
pub fn poll<T>(wanted: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + AT_MOST;
    loop {
        match ask() {
            Some(answer) => return answer,
            None if Instant::now() > until => panic!("there was never {wanted}"),
            None => thread::sleep(PAUSE),
        }
    }
}

/// Runs the program without a window, to its end.
pub fn run_without_display(folder: &Path) -> (i32, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sward"))
        .arg("view")
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    program.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (program.wait().unwrap().code().unwrap(), said)
}
