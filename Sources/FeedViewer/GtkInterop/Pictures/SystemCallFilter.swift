import CGtk
import Glibc

/// A system call filter (seccomp mode 2) for a process that only computes: it can't access the network, start
/// programs, signal or trace other processes, or change the file system.
///
/// Forbidden calls fail with EPERM. The filter lists forbidden calls, not allowed ones, because decoders load
/// plug-ins and fonts, and the C library may use new calls.
nonisolated enum SystemCallFilter {
  /// Filters all further calls of this process, irrevocably. Requires PR_SET_NO_NEW_PRIVS.
  ///
  /// - Returns: Whether the kernel accepted the filter; it may lack seccomp.
  static func install() -> Bool {
    guard let architecture else { return false }
    var program = program(for: architecture)
    return program.withUnsafeMutableBufferPointer { instructions in
      var description = sock_fprog(len: UInt16(instructions.count), filter: instructions.baseAddress)
      return cgtk_set_system_call_filter(&description) == 0
    }
  }

  // AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64, which Swift can't import.
  #if arch(x86_64)
    private static let architecture: UInt32? = 0xC000_003E
    /// Calls that newer architectures do not have.
    private static let oldCalls = [
      SYS_fork, SYS_vfork, SYS_creat, SYS_unlink, SYS_rename, SYS_link, SYS_symlink, SYS_mkdir, SYS_rmdir,
      SYS_chmod, SYS_chown, SYS_lchown, SYS_mknod, SYS_utime, SYS_utimes, SYS_futimesat, SYS_uselib,
    ]
  #elseif arch(arm64)
    private static let architecture: UInt32? = 0xC000_00B7
    private static let oldCalls: [Int32] = []
  #else
    private static let architecture: UInt32? = nil
    private static let oldCalls: [Int32] = []
  #endif

  private static let forbidden: [Int32] =
    oldCalls + [
      // Network, and sockets of other processes.
      SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
      // Programs and processes.
      SYS_execve, SYS_execveat, SYS_kill, SYS_tkill, SYS_pidfd_open, SYS_pidfd_send_signal, SYS_ptrace,
      SYS_process_vm_readv, SYS_process_vm_writev, SYS_unshare, SYS_setns, SYS_chroot,
      SYS_pivot_root, SYS_mount, SYS_umount2, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl,
      SYS_add_key, SYS_request_key,
      // Files.
      SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_mkdirat, SYS_mknodat,
      SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_truncate, SYS_ftruncate,
      SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
      // io_uring can perform any of the forbidden calls.
      SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    ]

  /// Calls that pretend not to exist, so that callers fall back to older ones whose arguments the filter can check.
  private static let hidden = [SYS_clone3, SYS_openat2]

  /// CLONE_THREAD of linux/sched.h.
  private static let threadFlag: UInt32 = 0x10000

  // Offsets in `struct seccomp_data`: the number, the architecture, then six arguments of 64 bits.
  private static let numberOffset: UInt32 = 0
  private static let architectureOffset: UInt32 = 4
  private static func argumentOffset(_ index: UInt32) -> UInt32 { 16 + 8 * index }

  private static func program(for architecture: UInt32) -> [sock_filter] {
    var program = [load(architectureOffset), skip(1, ifEqual: architecture), deny, load(numberOffset)]
    // Call numbers of the x32 ABI would bypass the list.
    program += [skip(1, unlessAtLeast: 0x4000_0000), deny]
    for call in forbidden { program += [skip(1, unlessEqual: UInt32(call)), deny] }
    for call in hidden { program += [skip(1, unlessEqual: UInt32(call)), refuse(with: ENOSYS)] }
    // Threads share the address space; processes do not.
    program += require(skip(1, ifAnySet: threadFlag), ofArgument: 0, to: SYS_clone)
    let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
    program += require(skip(1, ifNoneSet: writing), ofArgument: 2, to: SYS_openat)
    #if arch(x86_64)
      program += require(skip(1, ifNoneSet: writing), ofArgument: 1, to: SYS_open)
    #endif
    // A process may abort itself, and limit itself.
    program += require(skip(1, ifEqual: UInt32(getpid())), ofArgument: 0, to: SYS_tgkill)
    program += require(skip(1, ifEqual: 0), ofArgument: 0, to: SYS_prlimit64)
    return program + [instruction(BPF_RET | BPF_K, UInt32(SECCOMP_RET_ALLOW))]
  }

  /// Denies a call unless the low half of one of its arguments passes a test; a passed test skips one instruction.
  private static func require(
    _ test: sock_filter, ofArgument index: UInt32, to call: Int32
  ) -> [sock_filter] {
    [skip(4, unlessEqual: UInt32(call)), load(argumentOffset(index)), test, deny, load(numberOffset)]
  }

  // MARK: Instructions

  private static var deny: sock_filter { refuse(with: EPERM) }

  private static func instruction(
    _ code: Int32, _ operand: UInt32, ifTrue: UInt8 = 0, ifFalse: UInt8 = 0
  ) -> sock_filter {
    sock_filter(code: UInt16(code), jt: ifTrue, jf: ifFalse, k: operand)
  }

  private static func load(_ offset: UInt32) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, offset)
  }

  private static func refuse(with error: Int32) -> sock_filter {
    instruction(BPF_RET | BPF_K, UInt32(SECCOMP_RET_ERRNO) | UInt32(error))
  }

  private static func skip(_ count: UInt8, ifEqual value: UInt32) -> sock_filter {
    instruction(BPF_JMP | BPF_JEQ | BPF_K, value, ifTrue: count)
  }

  private static func skip(_ count: UInt8, unlessEqual value: UInt32) -> sock_filter {
    instruction(BPF_JMP | BPF_JEQ | BPF_K, value, ifFalse: count)
  }

  private static func skip(_ count: UInt8, unlessAtLeast value: UInt32) -> sock_filter {
    instruction(BPF_JMP | BPF_JGE | BPF_K, value, ifFalse: count)
  }

  private static func skip(_ count: UInt8, ifAnySet bits: UInt32) -> sock_filter {
    instruction(BPF_JMP | BPF_JSET | BPF_K, bits, ifTrue: count)
  }

  private static func skip(_ count: UInt8, ifNoneSet bits: UInt32) -> sock_filter {
    instruction(BPF_JMP | BPF_JSET | BPF_K, bits, ifFalse: count)
  }
}
