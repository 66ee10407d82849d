class BughouseTd < Formula
  desc "Runs scholastic bughouse chess tournaments"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/bughouse-@VERSION@-macos-arm64.zip"
      sha256 "@SHA256 macos-arm64.zip@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/bughouse-@VERSION@-macos-x86_64.zip"
      sha256 "@SHA256 macos-x86_64.zip@"
    end
  end
  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/bughouse-@VERSION@-linux-arm64.tar.xz"
      sha256 "@SHA256 linux-arm64.tar.xz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/bughouse-@VERSION@-linux-x86_64.tar.xz"
      sha256 "@SHA256 linux-x86_64.tar.xz@"
    end
  end

  def install
    bin.install OS.mac? ? "Bughouse.app/Contents/MacOS/bughouse" : "bughouse"
    generate_completions_from_executable(bin/"bughouse", "completions")
    system bin/"bughouse", "manual", "man"
    man1.install Dir["man/*.1"]
  end

  test do
    system bin/"bughouse", "new", "spring", "--name", "Spring Bughouse"
    assert_match "all is well", shell_output("#{bin}/bughouse check")
  end
end
