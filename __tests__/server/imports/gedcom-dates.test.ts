import { readGedcomDate, spokenDate } from '@server/modules/imports/reading/gedcom-dates'

describe('a date of a tree', () => {
  it.each([
    ['5 MAY 1920', '05.05.1920'],
    ['5 may 1920', '05.05.1920'],
    ['May 1920', '05.1920'],
    ['1920', '1920'],
    ['ABT 1920', 'около 1920'],
    ['cal 1920', 'около 1920'],
    ['~1920', 'около 1920'],
    ['1920 (?)', 'около 1920'],
    ['@#DGREGORIAN@ 5 MAY 1920', '05.05.1920'],
    ['5 мая 1920 г.', '05.05.1920'],
    ['5 МАЙ 1920', '05.05.1920'],
    ['май 1920 года', '05.1920'],
    ['в 1920 году', '1920'],
    ['1920 г.р.', '1920'],
    ['ок. 1920 г.', 'около 1920'],
    ['5 травня 1920', '05.05.1920'],
    ['05.05.1920', '05.05.1920'],
    ['5/5/1920', '05.05.1920'],
    ['05-05-1920', '05.05.1920'],
    ['5.V.1920', '05.05.1920'],
    ['05/19/1920', '19.05.1920'],
    ['1920-05-05', '05.05.1920'],
    ['1920/05', '05.1920'],
    ['05.1920', '05.1920'],
    ['19200505', '05.05.1920'],
    ['??.05.1920', '05.1920'],
    ['00.00.1920', '1920'],
    ['неизвестно', ''],
    ['?', ''],
    ['Y', ''],
  ])('%s is %s', (said, cell) => {
    expect(readGedcomDate(said)).toEqual({ cell })
  })

  it.each([
    ['BEF 1941', 'около 1941', 'до 1941'],
    ['до мая 1941', 'около 1941', 'до мая 1941'],
    ['AFT 5 MAY 1941', 'около 1941', 'после 5 мая 1941'],
    ['BET 1900 AND 1910', 'около 1900', 'не раньше 1900 и не позже 1910'],
    ['BET MAY 1900 AND @#DGREGORIAN@ 5 JUN 1900', 'около 1900', 'не раньше мая 1900 и не позже 5 июня 1900'],
    ['между 1900 и 1910', 'около 1900', 'не раньше 1900 и не позже 1910'],
    ['1900–1910', 'около 1900', 'не раньше 1900 и не позже 1910'],
    ['FROM 1900 TO MAR 1905', 'около 1900', 'с 1900 по март 1905'],
    ['FROM 1900', 'около 1900', 'с 1900'],
    ['TO 1905', 'около 1905', 'до 1905'],
    ['ABT MAY 1920', 'около 1920', 'около мая 1920'],
    ['INT 1920 (со слов внучки)', '1920', 'со слов внучки'],
    ['1920-е годы', 'около 1920', '1920-е годы'],
    ['лето 1920', '1920', 'лето 1920'],
  ])('%s is %s, and its words stay', (said, cell, more) => {
    expect(readGedcomDate(said)).toEqual({ cell, more })
  })

  it.each([
    // Decree of 26 January 1918: 31 January was followed by 14 February.
    ['@#DJULIAN@ 31 JAN 1918', '13.02.1918'],
    ['@#DJULIAN@ 25 OCT 1917', '07.11.1917'],
    ['JULIAN 29 FEB 1900', '13.03.1900'],
    ['26 мая 1799 ст. ст.', '06.06.1799'],
    ['@#DFRENCH R@ 1 VEND 12', '24.09.1803'],
    ['FRENCH_R 18 BRUM 8', '09.11.1799'],
    ['@#DFRENCH R@ 9 THER 2', '27.07.1794'],
  ])('%s is our %s, and the day of its calendar stays', (said, cell) => {
    const date = readGedcomDate(said)
    expect(date).toMatchObject({ cell, more: expect.stringContaining('по ') })
    expect(date.unclear).toBeUndefined()
  })

  it.each([
    ['11 FEB 1731/32', '11.02.1732'],
    ['1731/32', '1732'],
    ['1905/06', 'около 1905'],
  ])('of two years, %s, is %s', (said, cell) => {
    expect(readGedcomDate(said)).toMatchObject({ cell })
  })

  it.each([
    ['31 FEB 1920', 'около 1920'],
    ['Пасха 1920', 'около 1920'],
    ['(в год большого пожара, 1920)', 'около 1920'],
    ['весной 1920 или 1921', ''],
    ['44 B.C.', ''],
    ['@#DHEBREW@ 5 TSH 5680', ''],
    ['5 мая', ''],
    ['5.5.20', ''],
    ['1'.repeat(100_000), ''],
  ])('%s is not understood, and quoted', (said, cell) => {
    const date = readGedcomDate(said)
    expect(date).toMatchObject({ cell, unclear: expect.any(String) })
    expect(spokenDate(date)).toBe(date.unclear)
    expect(date.unclear?.length).toBeLessThanOrEqual(200)
  })
})
