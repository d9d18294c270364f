/// The words that occur in dates, in lower case.
enum DateWords {
  /// Month names in English and in other languages used by feeds.
  static let months: [String: Int] = {
    let lists = [
      "january february march april may june july august september october november december",
      "jan feb mar apr may jun jul aug sep oct nov dec",
      "januar februar märz april mai juni juli august september oktober november dezember",
      "jän febr mrz apr mai juni juli aug sept okt nov dez",
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "janv févr mar avr mai juin juil aoû sept oct nov déc",
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "ene feb mar abr may jun jul ago set oct nov dic",
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "gen feb mar apr mag giu lug ago set ott nov dic",
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "jan fev mar abr mai jun jul ago set out nov dez",
      "januari februari maart april mei juni juli augustus september oktober november december",
      "jan feb mrt apr mei jun jul aug sep okt nov dec",
      "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
      "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
      "янв фев мар апр май июн июл авг сен окт ноя дек",
      "ιαν φεβ μάρ απρ μάι ιούν ιούλ αύγ σεπ οκτ νοέ δεκ",
      "január február március április május június július augusztus szeptember október november december",
    ]
    var months: [String: Int] = [:]
    for list in lists {
      for (index, name) in list.split(separator: " ").enumerated() where months[String(name)] == nil {
        months[String(name)] = index + 1
      }
    }
    return months
  }()

  /// Words between the parts of a date, which are skipped.
  static let fillers: Set<String> = ["at", "de", "of", "um", "t"]

  /// Time zones, in minutes east of UTC.
  static let zones: [String: Int] = [
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 60, "bst": 60, "cet": 60, "met": 60, "mez": 60,
    "cest": 120, "mest": 120, "mesz": 120, "eet": 120, "eest": 180, "msk": 180, "msd": 240, "ist": 330,
    "jst": 540, "kst": 540, "hkt": 480, "sgt": 480, "awst": 480, "acst": 570, "acdt": 630, "aest": 600,
    "aedt": 660, "nzst": 720, "nzdt": 780,
    "est": -300, "edt": -240, "et": -300, "cst": -360, "cdt": -300, "ct": -360, "mst": -420, "mdt": -360,
    "mt": -420, "pst": -480, "pdt": -420, "pt": -480, "akst": -540, "akdt": -480, "hst": -600,
    "at": -240, "ast": -240, "adt": -180, "nst": -210, "ndt": -150, "brt": -180, "art": -180,
  ]
}
