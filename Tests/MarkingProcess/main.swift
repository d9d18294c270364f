import FeedViewerReadingState
import Glibc

// `MarkingProcess DATABASE FIRST [MEGABYTES]`
//
// Marks the entries "FIRST", "FIRST + 1" … of the feed "feed" as read, about a thousand a second, until it is killed or
// its parent ends. For
// each it writes a line, after the mark was made, with the number and the monotonic time in nanoseconds.
//
// With MEGABYTES, no file may become larger than that: it marks 200,000 entries at once, writes how many of them are
// marked in memory and whether they are stored, and exits. Problems go to standard error.

func fail(_ problem: String) -> Never {
  writeAll(problem + "\n", to: STDERR_FILENO)
  exit(64)
}

func writeAll(_ text: String, to descriptor: CInt) {
  var text = text
  text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
}

func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

guard CommandLine.argc >= 3, let first = Int(CommandLine.arguments[2]) else { fail("Wrong usage.") }
signal(SIGXFSZ, SIG_IGN)
let state = ReadingState(path: CommandLine.arguments[1]) { problem in
  writeAll("\(problem)\n", to: STDERR_FILENO)
}
let feed = FeedKey("feed")

if CommandLine.argc > 3 {
  guard let megabytes = UInt(CommandLine.arguments[3]) else { fail("Wrong limit.") }
  var limits = rlimit(rlim_cur: megabytes << 20, rlim_max: megabytes << 20)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
  let entries = (first..<first + 200_000).map { EntryKey(digest: UInt128($0), check: 1) }
  state.setRead(true, entries, of: feed, twinsAreKnown: true)
  let isStored = state.flush(within: .seconds(60))
  let marks = state.marks(of: feed)
  writeAll("\(entries.count { marks.isRead($0, twinsAreKnown: true) }) \(isStored)\n", to: STDOUT_FILENO)
  exit(0)
}

var number = first
let parent = getppid()
while getppid() == parent {
  state.setRead(true, [EntryKey(digest: UInt128(number), check: 1)], of: feed, twinsAreKnown: true)
  writeAll("\(number) \(now())\n", to: STDOUT_FILENO)
  number += 1
  usleep(1000)
}
