/** In lower case: passwords that satisfy the rules of SPEC §5 and that guessing programs try first all the same. */
export const WELL_KNOWN_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password1 password12 password123 password1234 password2024 password2025 p@ssword1 p@ssw0rd passw0rd passw0rd1
  pa$$w0rd pa$$word1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyuiop1 qwe12345 qwe123qwe qwer1234
  1qaz2wsx 1qazxsw2 zaq12wsx zaq1xsw2 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 qazwsx123 asdf1234 asdfgh123 asdfghjkl1
  zxcvbnm1 zxcvbnm123 zxcv1234 abc12345 abc123456 abcd1234 abcde123 abcdef123 abcdefg1 aa123456
  aa12345678 aaaaaaa1 admin123 admin1234 admin12345 administrator1 welcome1 welcome12 welcome123 letmein1 letmein123
  iloveyou1 iloveyou2 monkey123 dragon123 football1 baseball1 princess1 sunshine1 superman1 michael1 jordan23
  trustno1 charlie1 shadow123 master123 hello123 hello1234 test1234 test12345 user1234 guest123 changeme1 changeme123
  secret123 samsung1 samsung123 internet1 computer1 default1 summer2024 summer2025 winter2024 winter2025
  marina123 natasha1 natasha123 andrey123 sergey123 spartak1 spartak1922 zenit1925 moskva123 rossiya1
  gfhjkm123 gfhjkm12 ghbdtn123 ghbdtn12 qweasd123 qweasdzxc1
  пароль12 пароль123 пароль1234 пароль12345 йцукен12 йцукен123 йцукен1234 йцукен12345 йцукенг1 привет12 привет123
  любовь12 любовь123 москва12 москва123 россия12 россия123 наташа12 наташа123 солнышко1 спартак1 зенит1925
  `
    .trim()
    .split(/\s+/),
)
