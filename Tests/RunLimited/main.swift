import Glibc

// `RunLimited SECONDS-OF-PROCESSOR SECONDS MEGABYTES REPORT PROGRAM [ARGUMENT...]`
//
// Runs a program with limits and writes its usage to the file REPORT: how it ended ("exited 0", "killed 11"), seconds
// of processor time and the most kilobytes of memory, its children's included. A process of its own, and a small one: Linux
// counts the memory of the process that starts a program as that program's (exec_mmap, `setmax_mm_hiwater_rss`).

func fail(_ problem: String) -> Never {
  let line = "RunLimited: \(problem)\n"
  write(STDERR_FILENO, line, line.utf8.count)
  exit(64)
}

func limit(_ resource: __rlimit_resource, to amount: UInt) {
  var limits = rlimit(rlim_cur: amount, rlim_max: amount)
  // At the soft limit of processor time the program would get SIGXCPU first.
  guard setrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { fail("no limit can be set") }
}

guard CommandLine.argc > 5, let processorSeconds = UInt(CommandLine.arguments[1]),
  let seconds = UInt32(CommandLine.arguments[2]), let megabytes = UInt(CommandLine.arguments[3])
else { fail("wrong usage") }
limit(RLIMIT_CPU, to: processorSeconds)
limit(RLIMIT_CORE, to: 0)
limit(RLIMIT_DATA, to: megabytes << 20)

var attributes = posix_spawnattr_t()
posix_spawnattr_init(&attributes)
var none = sigset_t()
sigemptyset(&none)
// Whoever started this may have blocked signals.
posix_spawnattr_setsigmask(&attributes, &none)
posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))

nonisolated(unsafe) var child: pid_t = 0
let program = CommandLine.unsafeArgv + 5
guard posix_spawn(&child, program[0]!, nil, &attributes, program, environ) == 0 else {
  fail("\(CommandLine.arguments[5]) can't be started")
}
pthread_sigmask(SIG_SETMASK, &none, nil)
signal(SIGALRM) { _ in kill(-child, SIGKILL) }
alarm(seconds)

var status: Int32 = 0
var usage = rusage()
while wait4(child, &status, 0, &usage) < 0 { guard errno == EINTR else { fail("the program is lost") } }
// Helpers that the program left behind.
kill(-child, SIGKILL)

// The macros WIFSIGNALED and so on are not known to Swift.
let ending = status & 0x7F == 0 ? "exited \(status >> 8 & 0xFF)" : "killed \(status & 0x7F)"
let microseconds =
  (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + usage.ru_utime.tv_usec
  + usage.ru_stime.tv_usec
guard let report = fopen(CommandLine.arguments[4], "w") else { fail("no report can be written") }
fputs("\(ending) \(microseconds) \(usage.ru_maxrss)\n", report)
fclose(report)
