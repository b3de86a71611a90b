import type { CallChapter } from './call-chapter'

export const auth: CallChapter = {
  title: 'Auth',
  calls: {
    'POST /auth/register': {
      who: 'anyone',
      about: [
        "Creates an account and sends the verification letter. A new account has 5 places for memorials, no advanced memorial and no extra storage, unless the installation's settings say otherwise. `consent_version` is an edition in `config/legal`, an earlier one too; it is recorded with time and address, and with the editions of the user agreement and of the policy on personal data that are in force at that moment. Without it no consent is recorded.",
      ],
      takes: 'registrationSchema',
      refuses: [
        '`400` `REGISTER_USER_ALREADY_EXISTS`',
        '`400` with the code `REGISTER_INVALID_PASSWORD` and every broken rule',
        '`422` `Текст согласия обновился. Пожалуйста, обновите страницу.` for an unknown edition',
        '`429` `Слишком много регистраций. Попробуйте, пожалуйста, позже.`',
      ],
    },
    'POST /auth/login': {
      who: 'anyone',
      about: [
        'An unknown e-mail is refused like a wrong password, after the same work. An unverified account may sign in. `username` is the e-mail; of the other OAuth2 fields only the length is checked. A JSON body counts as an empty form: 422. Here, at the second step and with a passkey: a session of the same account whose token comes along ends with the success.',
        'An account without a factor gets `access_token` and `token_type` (`bearer`), and nothing else. One with a factor gets `null` in both, `factor_needed: true`, a `ticket` for the next call, and the `kinds` of its factors (`passkey`, `code`).',
      ],
      takes: 'credentialsSchema',
      refuses: ['`400` `LOGIN_BAD_CREDENTIALS`', '`429` `Слишком много неудачных попыток входа. Попробуйте позже.`'],
    },
    'POST /auth/login/factor': {
      who: 'anyone',
      about: [
        'The second step. The ticket is good for 5 minutes, for one sign-in, and as long as the password stays. One proof comes with it: a code of a program (six digits; 30 seconds early or late are fine), a recovery code (in any case, with or without hyphens), or what [a passkey](#post-authloginpasskeybegin) has signed, as `{ challenge_id, response }`. A code and a recovery code count once. A recovery code is reported to the holder by letter.',
      ],
      takes: 'secondStepSchema',
      refuses: [
        '`400` with the code `FACTOR_BAD_TICKET` and `Прошло больше пяти минут. Пожалуйста, введите пароль ещё раз.`',
        '`400` with the code `FACTOR_BAD_CODE` and `Код не подошёл. Проверьте его и попробуйте ещё раз.`',
        '`429` `Слишком много неудачных попыток. Попробуйте позже.`',
      ],
    },
    'POST /auth/login/passkey/begin': {
      who: 'anyone',
      about: [
        'What `navigator.credentials.get` takes, as JSON of Web Authentication, level 3 (`options`), and the name of its challenge, which counts once within 5 minutes. Passkeys are bound to the host of `PUBLIC_URL`.',
      ],
      refuses: [
        '`409` `Ключи доступа работают только на сайте с именем, а этот открыт по IP-адресу. Можно подключить одноразовые коды.`',
        '`429` `Слишком много запросов. Попробуйте позже.`',
      ],
    },
    'POST /auth/login/passkey/finish': {
      who: 'anyone',
      about: [
        'Signs in with a passkey alone: it shows that its holder has the device, and has unlocked it. Whatever is wrong is refused like a wrong password, and counted with those of the address.',
      ],
      takes: 'shownPasskeySchema',
      refuses: ['`400` `LOGIN_BAD_CREDENTIALS`', '`429` `Слишком много неудачных попыток входа. Попробуйте позже.`'],
    },
    'POST /auth/factor-recovery': {
      who: 'anyone',
      about: [
        'For who has lost all factors and recovery codes: with the ticket of a right password the mailbox opens the account after 72 hours. A letter leaves at once, with the link «это не я»; asked again while it waits, it goes on as it was. Signing in with a factor ends it.',
      ],
      takes: 'ticketSchema',
      refuses: [
        '`400` with the code `FACTOR_BAD_TICKET` and `Прошло больше пяти минут. Пожалуйста, введите пароль ещё раз.`',
        '`403` `Модераторам доступ возвращает оператор сайта. Напишите ему, пожалуйста.`',
      ],
    },
    'POST /auth/factor-recovery/finish': {
      who: 'anyone',
      about: [
        'The link of the letter after 72 hours, good for as long. Ends all factors, recovery codes and sessions of the account, and [what those made](#tokens); the password stays. The holder is written to.',
      ],
      takes: 'letterTokenSchema',
      refuses: ['`404` for a link that is unknown, used or ended'],
    },
    'POST /auth/logout': {
      who: 'account',
      about: [
        'Ends the session of the token at once, the addresses of its exports and its memorial tokens; invitations and a change of the e-mail wait on.',
      ],
    },
    'POST /auth/confirm': {
      who: 'account',
      about: [
        'Makes the session of the token fresh (see [Tokens](#tokens)), by one of the three. A passkey is `{ challenge_id, response }`, begun by [POST /auth/login/passkey/begin](#post-authloginpasskeybegin). Misses are counted with those of `current_password`.',
      ],
      takes: 'confirmationSchema',
      refuses: [
        '`400` with the code `LOGIN_BAD_CREDENTIALS` and `Неверный текущий пароль` or `Код или ключ доступа не подошёл.`',
        '`429` `Слишком много неудачных попыток. Попробуйте позже.` after 10 in 15 minutes',
      ],
    },
    'POST /auth/not-me': {
      who: 'anyone',
      about: [
        'The link «это не я» (`/not-me?token=`, 72 hours) of letters about a sign-in from a device and network not seen before, and about what an account did: an heir, an invitation, a hand-over, a destroyed page, an export, a change of e-mail or password, of factors or recovery codes, a waiting recovery of lost factors. All sessions end, and [what they made](#tokens). What is not older than 72 hours is undone: a waiting change of the e-mail (and one that was confirmed, for whom the letter reached at the former address), the heir, destructions, and invitations with those who accepted them; pages that were handed over come back, without whom the new owner let in. Factors that were added since leave, and a recovery of lost ones ends. A letter with a link that sets a new password leaves. Used again it changes nothing.',
      ],
      takes: 'letterTokenSchema',
      refuses: ['`404` after 72 hours and for unknown tokens'],
    },
    'POST /auth/request-verify-token': {
      who: 'anyone',
      about: [
        'Answers the same whatever the address is. A letter leaves only for an account that is not verified yet.',
      ],
      takes: 'emailOnlySchema',
      refuses: ['`429` `Слишком много запросов. Попробуйте позже.`'],
    },
    'GET /auth/verify': {
      who: 'anyone',
      about: [
        'The link of the verification letter, good for 24 hours. Leads to `/verify-email?verified=success` or `=error`. A second click on a used link is a success too. A verified address of `MODERATOR_EMAILS` gets a letter that sets the password.',
      ],
      takes: 'verificationSchema',
      refuses: [
        '`403` `Откройте этот адрес в самом браузере.` to what a page embeds or fetches, and to what a browser fetches ahead (its headers Sec-Fetch-Dest and Sec-Purpose say so)',
      ],
    },
    'POST /auth/forgot-password': {
      who: 'anyone',
      about: ['Sends a link that sets a new password, good for an hour.'],
      takes: 'emailOnlySchema',
      refuses: ['`404` `USER_NOT_FOUND`', '`429` `RESET_PASSWORD_TOO_MANY_REQUESTS`'],
    },
    'POST /auth/reset-password': {
      who: 'anyone',
      about: [
        'Sets the password, ends every session of the account, [what they made](#tokens) and the address of its calendar, and writes to its holder. A PIN that was last set before the e-mail was first verified is removed. A weak password leaves the link good for another try.',
      ],
      takes: 'passwordResetSchema',
      refuses: [
        '`400` `RESET_PASSWORD_BAD_TOKEN` (wrong, used or too old)',
        '`400` with the code `RESET_PASSWORD_INVALID_PASSWORD` and every broken rule',
      ],
    },
  },
}
