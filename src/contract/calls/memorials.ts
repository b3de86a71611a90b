import type { CallChapter } from './call-chapter'

export const memorials: CallChapter = {
  title: 'Memorials',
  about: [
    '`profile_rate` is `Базовый` or `Продвинутый`; `rate_check` says that the advanced one was asked for. Places, credits and quotas are spent in one transaction with what they buy: of two requests for the last one, one succeeds.',
    'Rules for dates ([memorial.ts](memorial.ts)): years from 1000 on, birth before death, at most 130 years between them, and no death after today in the zone of Kamchatka (UTC+12); nor a birth where the death is unknown.',
    '`birth_precision` and `death_precision` say how well a date is known: `day`, `month`, `year`, `about` (that year, more or less) or `unknown`. The date is the first day that it may be (`1912-05-01`, `1912-01-01`; another day of it is made that one), or `null` where nothing is known. The rules hold as far as the precision lets them: 1912 and 1912 is a life, and `about` counts as its year.',
  ],
  calls: {
    'GET /memorial/public_memorials': {
      who: 'anyone',
      about: [
        "One page of the public memorials, heroes among them. Filters match anywhere in a name, whatever the case; `ё` equals `е`, hyphens equal spaces; `lastname` finds maiden names too. `birth_year_from`, `birth_year_to`, `death_year_from` and `death_year_to` (1 to 9999, both ends included) find no date that is unknown. `place` is anywhere in the burial's address and cemetery.",
        '`q` is the one box: words of a surname, maiden name, name and patronymic, and years, in any order. Every word has to be found in a part of the name of its own; a single letter is an initial. One year is that of birth or of death, two are both. When nothing is found as it was typed, `q` forgives a keyboard left in Latin (`gtnhjd`), transliteration (`Petrov`), and one wrong, missing, extra or swapped letter in a word of four letters or more, two from eight; the answer then adds `forgiving: true`. Words that are in no name may be of the place of burial: «Абызова Чистополь». When no one fits all words, one of them, or the years, is left out, and the answer adds it as `left_out`. For the few seconds after a start in which the people are loaded, it forgives nothing and reads names alone.',
        '`sort_by`: `lastname`, `birth_date`, `death_date` (unknown ones come last either way); without it `q` sorts by likeness, and everything else by `lastname`. `sort_order`: `asc` (default), `desc`. `limit`: 1 to 100 (12). Entries that sort alike go by id.',
      ],
      takes: 'memorialListQuerySchema',
    },
    'GET /memorial/swo_memorials': {
      who: 'anyone',
      about: ['The same for the public memorials of heroes of SVO.'],
      takes: 'memorialListQuerySchema',
    },
    'GET /memorial/my_memorials': {
      who: 'account',
      about: [
        'Those that the account owns or keeps, as `role` says, newest first, a thousand at most. `has_more` is true when there are more after these. `q` finds by words, each of which begins a part of the name (surname, maiden name, name, patronymic), and by years; case and ё do not matter. Those called so by surname, maiden name or name come before those found by the patronymic. With any of the parameters the answer counts too: `total` is how many match, and `in_all`, whatever is looked for, how many `pages` the account owns or keeps, how many are its `own`, and how many of those are closed (`own_closed`). An unverified account has none.',
      ],
      takes: 'myMemorialsQuerySchema',
    },
    'GET /memorial/my_memorials/plates': {
      who: 'verified account',
      about: [
        'The plates of all pages that the account owns or keeps, closed ones too, as one PDF for print: sheets of A4 with QR codes, name and years beneath, in the order of the surnames, small crosses by which they are cut, and numbers of the pages. `size_mm` is the width of a code, 30 to 100 (60). A file has 1 000 plates; of more pages `part` names one of the files, from 1 (1).',
      ],
      takes: 'plateSheetQuerySchema',
      refuses: [
        '`404` when it has no page, or none in that part',
        '`429` `Вы уже несколько раз скачали таблички. Пожалуйста, попробуйте через несколько минут.`',
        '`429` `Ваши предыдущие таблички ещё готовятся. Пожалуйста, подождите немного.`',
        '`503` `Сейчас готовится слишком много книг и табличек. Пожалуйста, попробуйте немного позже.`',
        '`503` `Не удалось подготовить таблички. Пожалуйста, попробуйте ещё раз немного позже.`',
      ],
    },
    'GET /memorial/{id}': {
      who: 'reader',
      about: [
        "`candles` is how many were ever lit there. `candle_day` is the day of today by Moscow's clock while a candle burns at the head of the page, because one was lit today or it is the anniversary of the death; else `null`. Guests may get both a minute late.",
      ],
    },
    'GET /memorial/{id}/qrcode': {
      who: 'reader',
      about: [
        "A QR code of the memorial's page. Without parameters a PNG for screens. With any of them a file for print and engraving, at the highest level of error correction: `format` is png, svg or pdf, `size_mm` the code's width with its quiet zone of four modules, 30 to 300 (60), rounded down so that a module is whole hundredths of a millimetre. With `plate` name and years stand beneath, as outlines; a long name is set smaller, in more lines. `tone` is dark (dark on a light ground) or light: light on a dark ground, which is how dark granite looks when what is white in the file was engraved. A PNG has about 300 pixels an inch, and whole ones for each module.",
      ],
      takes: 'qrCodeQuerySchema',
      refuses: [
        '`429` `Вы уже скачали много табличек. Пожалуйста, попробуйте через несколько минут.`',
        '`503` `Сейчас готовится слишком много табличек. Пожалуйста, попробуйте немного позже.`',
      ],
    },
    'GET /memorial/{id}/calendar.ics': {
      who: 'reader',
      about: [
        'The days of the memorial as a calendar (iCalendar): birthday and day of death every year, the ninth day (day of death + 8) and the fortieth (+ 39) once. Dates that are not known to the day are left out. Events are days without times, so they are the same days in every zone; a person born on 29 February is remembered on the last day of the month. `Content-Disposition` has a Russian name for the file.',
      ],
    },
    'GET /memorial/{id}/book': {
      who: 'reader',
      about: [
        '«Книга памяти»: the page as a booklet (A5, PDF) with cover, biography, burial place, photographs, words and QR code. It has the first 60 photographs of the archive, and the newest 500 words of memory or as many as have 300 000 letters; it says how many more there are. A picture whose file was lost is left out. `Content-Disposition` has a Russian name for the file. A HEAD makes no book. One book is made at a time; 503 while six wait.',
      ],
      refuses: [
        '`429` `Вы уже скачали много книг. Пожалуйста, попробуйте через несколько минут.`',
        '`429` `Ваша предыдущая книга ещё готовится. Пожалуйста, подождите немного.`',
      ],
    },
    'POST /memorial/{id}/export': {
      who: 'keeper',
      about: [
        "The address of the page as a ZIP archive that is made while it is downloaded: index.html that opens from a disk without network and looks like the page, all originals (photographs without their EXIF, as they are kept), `data.json` ([exportedPageSchema](export.ts)) with all texts and the length of every file, and as `history` what was changed, as `GET /memorial/{id}/history` answers it: the newest changes, at most 10 000 and 8 MB, of `history_total`. An import passes it over. Words are the approved ones; no guest's e-mail is in it. The address is signed, good for an hour and needs no token; it ends with the keeping of the page, and with [the session that asked](#tokens): a download that is under way breaks off then. Answers say `Content-Disposition` with a Russian name. Needs a fresh session.",
      ],
      refuses: ['`429` `Вы уже много раз скачивали архивы. Пожалуйста, попробуйте позже.`'],
    },
    'POST /memorial/{id}/verify-pin': {
      who: 'visitor',
      about: [
        'Gives a token that opens a closed memorial. Its owner gets one for any PIN, for as long as their session lasts, and is never locked out. When a limit of the page is reached its owner is written to, at most once a day.',
      ],
      takes: 'pinSchema',
      refuses: [
        '`404`',
        '`400` `Страница открыта для всех, PIN-код не нужен.`',
        '`403` `Владелец не установил PIN-код`',
        '`403` `Неверный PIN-код`',
        '`403` `Страница сейчас закрыта, и PIN-код её не открывает.` (it was taken down)',
        '`429` `Слишком много попыток. Попробуйте позже.`',
      ],
    },
    'POST /memorial/create': {
      who: 'verified account',
      about: [
        'Takes a place of the account, and with `rate_check` a credit: the memorial is then advanced, with 250 MB. When it is refused nothing is created and nothing spent. `file` is the portrait. `swo_status` is stored as false where `public_status` is false. `indexable` is true by default; false keeps even a public page out of search engines. A date without its precision is known to the day; one that is `unknown` may be absent.',
        '`rotate` (0, 90, 180, 270 degrees clockwise, from the upright original) and `crop` (JSON text `{"x","y","width","height"}` in fractions of what `rotate` leaves) say how the portrait is shown. The original is kept next to it, without its EXIF.',
      ],
      takes: 'memorialCreationSchema',
      refuses: [
        '`403` `Вы уже создали столько мемориалов, сколько доступно вашей учётной записи.`',
        '`403` `У вас нет права на размещение продвинутого мемориала`',
        'the refusals of pictures',
      ],
    },
    'POST /memorial/import': {
      who: 'verified account',
      about: [
        'Makes a page of each row of `file`, all or none; with `skip=true` of those that are ready, and passes over the others, as long as one is ready. It is a table in XLSX, ODS or CSV (UTF-8, UTF-16 or an old Russian encoding; `;`, `,`, tabs or bars, or what `sep=` says) with the headings Фамилия, Имя, Отчество, Девичья фамилия, Дата рождения, Дата смерти, Биография, Публичная, Герой СВО (да, нет), Фото (a name in the ZIP `photos`), in any order, or usual words for them («ФИО» in one column, «Год рождения», «Дата гибели», «Годы жизни», «Примечание», «№ п/п»); titles may stand above, rows of nothing are skipped, and other columns are left out, which `warnings` say. Of a spreadsheet the first visible sheet with people is read: formulas by their values, dates by their cells, and as far as these show them. Dates are read as people write them (05.05.1920, «5 мая 1920 г.», 1920-05-05, 05.1920, «1920 г.р.», «__.12.1942», «ок. 1900», «до 1917», «неизвестно»; «пропал без вести в 10.1941» goes into the biography too); a bare number and a year of two digits are problems, which quote the cell; or a family tree (below). Pages are closed unless the table says otherwise. With `dry_run=true` nothing is made: the answer is `200` `{rows, ready, problems: [{row, field, msg}], warnings, public_pages, to_correct: [{row, texts}], places_left}`. `row` is the line in the file (headings are 1), in a tree the number of the person. `warnings` are like `problems`, but hinder nothing: they quote what was not understood and name what was left out; of the field `page`, the account seems to have a page of the person, or the file to have them twice (the same last and first name and day of birth, and no other patronymic). At most 1000 of each are listed. `presumed` of the ready ones are people of a tree who were born over 110 years ago, though it does not state their death; `presumed=false` leaves them out, in the trial as in the creation. `public_pages` of the ready ones will be seen by everyone, each of the `rows` (with `skip`, of the ready ones) takes one of the `places_left`. `to_correct` holds the first 200 rows with problems, as the file has them: `corrections`, JSON text `[{row, texts}]` of as many, replaces such texts, in the same forms, for the trial as for the creation (of a table or a tree). An account has 60 trials an hour, which decode 3000 portraits at most. A table may have 20 MB, 100 columns and 100 000 rows, a tree 20 MB and 32 million letters, `photos` 20 MB for each place that the account has, 4 GB at most. A trial that takes longer than `wait` seconds (1 to 12, 12 without it) is answered with `202` `{id}`, and goes on: see `GET /memorial/import/{id}`. A file that takes more than 60 seconds or 512 MB to read is refused. Of an account one import runs and one waits; a third is refused before its body is read.',
        'A family tree is GEDCOM 5.5 to 7 in any encoding (detected by the letters, whatever `CHAR` says), or a GDZ or other ZIP with one. Of it the people that died are taken (`DEAT` that is not `N`, `BURI`, `CREM`, `PROB`), and those born over 110 years ago, with maiden names, patronymics, the place of the grave and what they were to each other; of names in two alphabets the Cyrillic one. The first picture of a person in the ZIP becomes the portrait. Dates of other calendars become days of ours; of intervals and doubtful dates the first year is taken, and their words stay in the biography, as do places, occupations, education, events, the cause of death and notes without HTML. `warnings` quote dates that were not understood, and count the people that were left out.',
        "`file` may also be an archive that `POST /memorial/{id}/export` or `POST /users/me/export` gave, here or at another installation. It is recognised by its content: a ZIP with a `data.json`, in itself or in folders. Each `data.json` becomes a page, `row` is its number, and `field` the part of `data.json` (`photos.3`). What comes back: names, dates with their precision, biography, `indexable`, the portrait's original with its turn and crop, the burial place, photographs and recordings in their order with what was said of them, words and answers under their names and dates, and relations between pages of the same archive. Pictures that are as this program writes them keep their bytes, all others are encoded again; recordings lose their metadata. Posters and copies of films are made again.",
        "- Such pages are always closed, and never among the heroes, whatever `data.json` says: it cannot prove who made it, and their owner opens them with one press.\n- Words are approved, have no e-mail, and no one is written to. The account that brings a page answers for its words, as its keepers do.\n- A page with photographs or recordings takes a credit of the advanced tariff, and one with more than 250 MB of them a gigabyte as well. More than a page can hold is refused.\n- The file may be as large as the account's places and credits can hold, 16 GB at most, without a credit 200 MB; one `data.json` 32 MB, all of them 64 MB.",
      ],
      takes: 'importQuerySchema',
      refuses: [
        '`422` with the problems of rows in its `detail`',
        '`403` `В таблице больше страниц, чем доступно вашей учётной записи.`',
        '`403` `В архиве больше страниц, чем доступно вашей учётной записи.`',
        '`403` `Страницам с фотографиями и записями нужен тариф «Продвинутый», а у вашей учётной записи его не хватает на все.`',
        '`403` `Файлам этих страниц нужно больше места, чем может добавить ваша учётная запись.`',
        '`413` `Файл слишком большой.`',
        '`429` `За час можно проверить не больше 60 файлов. Пожалуйста, попробуйте позже.`',
        '`429` `Ваши предыдущие файлы ещё загружаются. Пожалуйста, подождите немного.`',
        '`429` `Ваши предыдущие файлы ещё загружаются. Пожалуйста, подождите, пока они закончатся.`',
        '`429` `За час можно проверить не больше 3000 фотографий. Пожалуйста, разделите таблицу на части или попробуйте позже.`',
        '`503` `Сейчас загружаются другие таблицы. Пожалуйста, попробуйте немного позже.`',
        '`503` `Сейчас загружаются другие архивы. Пожалуйста, попробуйте немного позже.`',
      ],
    },
    'GET /memorial/import/{id}': {
      who: 'verified account',
      about: [
        'How far a trial has come that `POST /memorial/import` answered with `202`. `state` is one of `reading`, `done` (with `trial`) and `failed` (with `detail`); `done` of `of` rows are checked, of 0 while their number is unknown. Only the account that sent the file may ask, until ten minutes after its end.',
      ],
      refuses: ['`404` for an unknown trial, and for one of another account'],
    },
    'PATCH /memorial/update/{id}': {
      who: 'keeper',
      about: [
        'A field that is absent stays; an empty optional text is cleared. The rules of names and dates hold for the result. A different date that comes without its precision is known to the day. Without `public_status`, `swo_status` is stored as false. `rotate` and `crop` need no file: they start from the kept original; an empty `crop` shows all of it. A new photo is shown whole unless they come with it. `expected` is a JSON text of fields as they were read before (`{"biography":"…"}`, null or empty where there was nothing): where someone changed one of them to something else, nothing is changed, and the 409 adds `changed_by` and `changed_at` of the last revision of it in the [history](#get-memorialidhistory), where there is one.',
      ],
      takes: 'memorialChangeSchema',
      refuses: [
        '`422` `У страницы ещё нет фото. Сначала выберите его.`',
        '`409` `Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.`',
        '`409` `Фото только что изменили. Обновите страницу и попробуйте ещё раз.`',
        'the refusals of pictures',
      ],
    },
    'PATCH /memorial/upgrade/{id}': {
      who: 'owner',
      about: ['Makes the memorial advanced, with 250 MB, for one `advanced_memorials_left`.'],
      refuses: [
        '`409` `Этот мемориал уже продвинутый.`',
        '`403` `У вас не осталось улучшений до продвинутого мемориала.`',
      ],
    },
    'PATCH /memorial/add-storage/{id}': {
      who: 'owner',
      about: ['Adds 1 GB for one `bonus_gb_left`. A memorial whose limit is above 256 MB has it already.'],
      refuses: [
        '`409` `Дополнительное место доступно только продвинутому мемориалу.`',
        '`409` `Дополнительное место уже добавлено.`',
        '`403` `У вас не осталось дополнительного места.`',
      ],
    },
    'DELETE /memorial/delete/{id}': {
      who: 'owner',
      about: [
        'Deletes the memorial with all it has; its addresses close at once, those of its files too. The place is free again, credits do not come back. The same account may ask again and gets the same answer. Owner and keepers get a letter with a link to `/return?token=`, which brings it back ([POST /memorial/return](#post-memorialreturn)); after 72 hours rows and files are destroyed. With `keep=true` it lies in the trash of the owner for 30 days, and can be brought back; for everyone else, and in every call but those of the trash, it is gone in the same way. Without `keep` it needs a fresh session.',
      ],
      takes: 'keepQuerySchema',
      refuses: [
        '`409` `В корзине уже слишком много страниц. Сначала удалите какие-нибудь из них навсегда.`',
        '`409` `Сейчас уничтожается уже слишком много ваших страниц. Через три дня можно будет удалить и другие.` while 200 wait',
      ],
    },
    'GET /memorial/trash': {
      who: 'account',
      about: [
        'The deleted memorials of the account, the last deleted first. `destroyed_at` is when the memorial will be destroyed with all it has. An unverified account gets an empty list. Files in the trash are not served: `photo_preview` stands for the portrait.',
      ],
    },
    'POST /memorial/restore/{id}': {
      who: 'verified account',
      about: ['Brings a memorial back as it was, with its keepers and its files. It takes a place.'],
      refuses: [
        '`404` unless it lies in the trash of the account',
        '`403` `Сейчас страницу некуда вернуть: все места вашей учётной записи заняты. Освободите место, и она вернётся.`',
      ],
    },
    'DELETE /memorial/trash/{id}': {
      who: 'verified account',
      about: [
        'Destroys a deleted memorial, as `DELETE /memorial/delete/{id}` does without `keep`. The same account may ask again and gets the same answer. Needs a fresh session.',
      ],
      refuses: [
        '`404` unless it lies in the trash of the account',
        '`409` `Сейчас уничтожается уже слишком много ваших страниц. Через три дня можно будет удалить и другие.`',
      ],
    },
    'POST /memorial/return': {
      who: 'anyone',
      about: [
        "Brings a destroyed memorial back by the link of the letter: it is its owner's again as it was, and takes a place even where none is free. Used again the link changes nothing.",
      ],
      takes: 'letterTokenSchema',
      refuses: ['`404` after 72 hours, after another destruction, and for unknown tokens'],
    },
  },
}
