import CGtk
import Glibc

/// Irrevocable limits that the decoding process sets for itself before it reads any untrusted byte.
nonisolated enum ProcessLimits {
  /// CPU time of the whole process in seconds; an older process is replaced.
  static let lifetime = 600
  /// The limit on open files; plug-ins and fonts must be read.
  private static let openFiles = 64
  private static let niceness: Int32 = 10

  /// Drops the rights that decoding does not need: inherited file descriptors, writing files, core dumps, the
  /// network, starting programs; and lowers the CPU priority.
  ///
  /// - Returns: Whether all mandatory limits are in effect. The system call filter is optional, because kernels may
  ///   lack it.
  static func dropPrivileges() -> Bool {
    // Standard input is the socket.
    _ = cgtk_close_files(3)
    restoreSignals()
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
    _ = umask(0o777)
    let isLimited =
      set(RLIMIT_CORE, 0) && set(RLIMIT_FSIZE, 0) && set(RLIMIT_NOFILE, openFiles)
      && set(RLIMIT_CPU, lifetime) && cgtk_set_no_new_privileges() == 0
    _ = SystemCallFilter.install()
    return isLimited
  }

  /// Restores the default handling of signals, in case the process was started with some blocked or ignored.
  private static func restoreSignals() {
    for signal in [SIGPROF, SIGXCPU, SIGIO, SIGTERM] { _ = Glibc.signal(signal, SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// Limits the address space to what is in use plus `bytes`.
  static func limitMemory(inUse: Int, more bytes: Int) -> Bool { set(RLIMIT_AS, inUse + bytes) }

  /// Ends the process with SIGPROF after this much more CPU time.
  static func limitProcessorTime(microseconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = microseconds / 1_000_000
    timer.it_value.tv_usec = microseconds % 1_000_000
    _ = setitimer(Int32(ITIMER_PROF.rawValue), &timer, nil)
  }

  /// The CPU time used by this process, in seconds.
  static var usedProcessorTime: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
  }

  private static func set(_ resource: __rlimit_resource, _ value: Int) -> Bool {
    var limit = rlimit()
    // The limit in effect may be lower.
    guard getrlimit(Int32(resource.rawValue), &limit) == 0 else { return false }
    limit.rlim_max = min(limit.rlim_max, rlim_t(value))
    limit.rlim_cur = limit.rlim_max
    return setrlimit(Int32(resource.rawValue), &limit) == 0
  }
}

/// Measures the address space of this process.
nonisolated final class AddressSpaceMeter {
  private let descriptor: Int32
  private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  init() { descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC) }

  deinit { close(descriptor) }

  /// In bytes; nil if the kernel does not report it.
  var bytes: Int? {
    var text = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &text, text.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: text.prefix(count).prefix { $0 != 0x20 }, as: UTF8.self)).map {
      $0 * pageSize
    }
  }
}
