import Expectations
import Foundation
import Testing

/// Words that the program does not use any more, because others are better known or shorter.
struct RetiredWordsTests {
  /// What the sources say in English.
  private static let messages: [String] = {
    let file = PackageSources.root + "/data/po/feed-viewer.pot"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n\n").dropFirst().flatMap { entry in
      entry.matches(of: /(?m)^msgid(?:_plural)? ((?:"(?:[^"\\]|\\.)*"\n?)+)/).map { found in
        found.output.1.matches(of: /"((?:[^"\\]|\\.)*)"/).map { $0.output.1 }.joined()
          .replacing("\\\"", with: "\"")
      }
    }
  }()

  private static let retired = Set(
    """
    changed %s
    From %s
    With %s
    Plays %s
    Copy Link _Address
    Copy _Link of Entry
    Open Entry in _Browser
    Pictures that are not on this computer are not loaded.
    The rest of this text is too long to be shown.
    %s of more than %s
    Feed Viewer shows feed files that are stored on this computer: RSS, Atom, JSON Feed and OPML.
    Nothing is ever fetched from a network.
    %s: This is not a local file. Save the feed to a file first.
    There is no display to open a window on. A picture of the window needs none of your own: xvfb-run \
    -a feed-viewer --screenshot picture.png FILE
    The application can't be registered: %s
    text (as if not given), json, html or pdf; the last two need --entry.
    How heights of rows are cached: none, index-path (as if not given) or key.
    The argument “%s” is not expected.
    “%s” is no value for “%s”.
    There is no option “%s”. Did you mean “%s”?
    There is no option “%s”.
    There is no command “%s”. Did you mean “%s”?
    The argument “%s” is missing.
    - stands alone: paths come either from the command line or from standard input.
    Use the dark style, whatever the desktop prefers.
    Reading %s…
    Dismiss This Message
    No licence has been chosen yet. All rights are reserved by the authors.
    Closed “\u{2068}%s\u{2069}”
    Star removed from %s entry
    not on this computer
    no such file
    The file has changed since it was read. Press F5 to read it again.
    %s What was read before is still shown.
    %s: More entries at %s
    %s: The file was open the last time, and was moved or deleted since.
    %s file was open the last time, and was moved or deleted since
    %s: The system can't watch more files for changes. Press F5 to read this one and those opened later \
    again.
    %s: The file is empty now.
    %s: The file is cut off now.
    It came with the feed. Open it only if you trust where the feed comes from.
    This Link Can't Be Opened
    This Feed Is Not on This Computer
    Nothing is fetched from the network. Save the feed as a file to read it here.
    The text says %s, but the link leads to %s.
    The link leads to %s, regardless of the text before it.
    The letters of %s may be mistaken for others.
    The host is %s.
    Links with “%s:” are not opened.
    The address has no host.
    There is no such file.
    Only files in the folder of the feed or below it are opened.
    It is marked as a program.
    Opening it could run a program that came with the feed: it is of the type “%s”.
    It can't be read.
    This is done as soon as all entries are counted.
    Copied the first %s of %s selected entries.
    Entry is being loaded
    The Article Could Not Be Saved
    The Article Could Not Be Printed
    There Is No Program for Print Previews
    Install a document viewer such as Evince, or save the article as PDF.
    Arranging: %s of %s entries looked at so far.
    Marking: %s of %s entries so far.
    The settings' schema %s is not installed: settings last until the program ends.
    Section index
    Section index, %s, %s of %s
    The file can't be opened (%s). Check its name and permissions.
    There is no such file. Check its name, or whether it was moved or deleted.
    You are not permitted to read this file. Check its permissions.
    The file is empty. Save the feed again.
    This is a binary file, not a feed. Choose an RSS, Atom or JSON Feed file.
    The file is compressed more than once. Unpack it first (gunzip).
    The file is compressed, and damaged from its start. Save it again.
    This is a web page. Save the feed itself, not the page that links to it.
    The JSON is broken: %s. Save the feed again or correct it there.
    The file is cut off before its first complete entry. Save the feed again.
    The file is cut off.
    The file is larger than %s GB, the most that fits the memory of this computer.
    Reading was stopped.
    the rest left out
    the others left out
    left out
    left out at the end of the file
    This file is large (%s MB). Reading it takes a while, and its rows take much memory.
    While this file is open, its unpacked text takes %s MB in a temporary file.
    %s (%s in all)
    This picture can't be read.
    The file of this picture is too large.
    The file of this picture is broken, or its format is not known.
    This picture takes too long to decode.
    Decoding this picture failed.
    Pictures can't be decoded at the moment.
    %s: The file with read marks and reading places is damaged. It was renamed to %s, and a new one begun.
    %s: The file with read marks and reading places is damaged, and can't be renamed. %s
    %s: A newer version of the program has written the read marks. The file is left as it is. %s
    %s: Read marks and reading places can't be stored: %s. %s
    New marks last until the program ends.
    %s: The disk is full. %s
    %s: The folder is read-only. %s
    %s: Another program has locked the file. %s
    The phrase “%s” has no quotation mark at its end.
    “%s” has nothing to search for.
    “%s” is none of is:unread, is:read and is:starred.
    “%s” has no date, such as 2024, 2024-05 or 2024-05-03.
    Only the beginning of this long text is searched for.
    New marks last until the program ends, unless storing them, which is tried again, succeeds.
    Reading %s file…
    %s file can't be shown
    And %s more
    Repaired %s place so far, at %s.
    Repaired %s place at %s.
    Repaired %s more place so far, at %s.
    Repaired %s more place at %s.
    The file ends in the middle, at line %s, column %s: %s.
    The first %s entries are shown. %s more entry was left out.
    Of “%s”, only %s is a date.
    Feed Viewer opens feed files from your disk and shows their entries as one long, even list. It \
    reads RSS, Atom, RDF, JSON Feed and OPML, also where a file is damaged, and tells what it repaired.
    A narrow window shows one page at a time
    Works without a network: nothing is ever fetched
    Without a command it opens a window.
    Started without files, it opens those of the last time.
    Files are only read, and nothing is fetched from anywhere.
    A FILE is a path or a file: address. Files are only read, nothing is fetched from anywhere.
    Feeds at the Side
    How the List Works
    Delete Row
    Delete the row
    As in the File
    By Title
    By Feed
    Section Index
    Titles Only
    Timeline
    Unread Only
    Starred Only
    Sort and Filter
    Open Feed’s Page
    Zoom In
    Zoom Out
    Normal Size
    Wrap Code Lines
    Next Article
    Previous Article
    Open Link in Browser
    Copy Link Address
    Copy the rows
    Copy the selection
    Close the feed
    Show all feeds
    Back to the List
    Select an entry to read it.
    Nothing found
    Search in titles, texts, authors and tags
    Close the Search
    Only the first %s found entries of a file are shown.
    Searched %s of %s entries so far.
    Row deleted
    %s rows deleted
    Section deleted
    Row inserted
    Row moved
    Open the files of the last time at the start
    Keys without Ctrl, such as m, s and j
    Mark entries as read when they are opened
    Notifications about new entries of open files
    No shortcut has these words.
    Search for words or keys
    Read the files again
    Go to the entries of the feed
    Back to the entries
    Search entries, or find in the article
    Move without selecting
    Add the row to the selection or take it out
    First row
    Last row
    Next row
    Previous row
    Menu of the row
    Menu of the feed
    Menu of the link or the text
    Follow the link; play the picture
    Move the division of list and article with the arrow keys
    Division of List and Article
    Show or hide the feeds
    Star, or remove the star
    One page down; at the end, the next unread article
    Read the entry
    Selected row
    Larger Te_xt
    S_maller Text
    Rese_t Text Size
    """.split(separator: "\n").map(String.init))

  @Test func noRetiredWordsAreLeft() {
    expect(Self.messages.count > 500 && Self.retired.count > 150)
    expect(Self.messages.filter(Self.retired.contains), equals: [])
  }

  @Test func apostrophesQuotationMarksAndDotsAreTypographic() {
    for message in Self.messages {
      expect(!message.contains(/\w'\w|"|\.\.\./), "\(message)")
    }
  }
}
