/** Texts of mails about an account and signing in to it, in German. */
import type { Texts } from '../catalogues.ts'
import type { accountMails as english } from '../en/mails-account.ts'

export const accountMails: Texts<typeof english, 'de'> = {
  confirmEmail: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    preheader:
      'Mit dieser E-Mail-Adresse wurde ein Konto registriert, oder ein Konto wurde auf sie geändert.',
    registered:
      'Mit dieser E-Mail-Adresse wurde ein Konto registriert, oder ein Konto wurde auf sie geändert.',
    within: {
      count: 'hours',
      one: 'Wenn Sie das waren, bestätigen Sie die Adresse innerhalb von {hours} Stunde, während Sie angemeldet sind.',
      other:
        'Wenn Sie das waren, bestätigen Sie die Adresse innerhalb von {hours} Stunden, während Sie angemeldet sind.',
    },
    confirm: 'Bestätigen Sie Ihre E-Mail-Adresse',
    inApp: 'Um sie in Ihrer App zu bestätigen, geben Sie dort diesen Code ein:',
    api: 'Apps senden ihn als JSON (token) mit POST an',
    reason:
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Das Konto erhält keine Rechte in Ihrem Namen, und Sie können es übernehmen, indem Sie das Passwort zurücksetzen.',
  },

  emailChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    preheader: 'Wenn Sie das waren, müssen Sie nichts tun.',
    changed:
      'Das Konto mit dieser E-Mail-Adresse hat jetzt eine andere. Wenn Sie das waren, müssen Sie nichts tun.',
    reason:
      'Wenn Sie das nicht waren, ist eine andere Person angemeldet: Schreiben Sie sofort an den Betreiber des Dienstes.',
  },

  guestEmailReplaced: {
    subject: 'Die E-Mail-Adresse eines Kaufs wurde geändert',
    preheader: 'Mit dieser Adresse lassen sich die Tickets nicht mehr öffnen.',
    replaced:
      'Mit dieser E-Mail-Adresse wurde etwas gekauft. Der Verkäufer hat sie durch eine andere ersetzt, zum Beispiel weil sie falsch eingegeben war.',
    opensNoMore:
      'Was gekauft wurde, lässt sich mit dieser Adresse nicht mehr öffnen, und E-Mails dazu gehen an die andere.',
    reason:
      'Wenn das Ihr Kauf war und Sie die Änderung nicht gewünscht haben, schreiben Sie sofort dem Verkäufer. Wenn Sie von keinem Kauf wissen, ignorieren Sie diese E-Mail.',
  },

  passkeyAdded: {
    subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    preheader: 'Wenn Sie das waren, müssen Sie nichts tun.',
    added:
      'Ihrem Konto wurde ein Passkey hinzugefügt: Damit meldet man sich ohne Passwort an. Wenn Sie das waren, müssen Sie nichts tun.',
    seePasskeys: 'Passkeys ansehen',
    reason:
      'Wenn Sie das nicht waren, ist eine andere Person in Ihrem Konto angemeldet: Entfernen Sie dort den Passkey und schreiben Sie sofort an den Betreiber des Dienstes.',
  },

  recoveryCodesRenewed: {
    subject: 'Ihre Wiederherstellungscodes wurden erneuert',
    preheader: 'Wenn Sie das waren, müssen Sie nichts tun.',
    renewed:
      'Ihr Konto hat neue Wiederherstellungscodes; die bisherigen gelten nicht mehr. Wenn Sie das waren, müssen Sie nichts tun.',
    reason:
      'Wenn Sie das nicht waren, hat eine andere Person Ihren zweiten Faktor: Schreiben Sie sofort an den Betreiber des Dienstes.',
  },

  resetPassword: {
    subject: 'Passwort zurücksetzen',
    preheader: {
      count: 'minutes',
      one: 'Der Link gilt einmal und {minutes} Minute lang.',
      other: 'Der Link gilt einmal und {minutes} Minuten lang.',
    },
    requested: 'Für das Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert.',
    choose: 'Neues Passwort wählen',
    inApp: 'Um es in Ihrer App zu wählen, geben Sie dort diesen Code ein:',
    api: {
      count: 'minutes',
      one: 'Er gilt einmal und {minutes} Minute lang. Apps senden ihn als JSON (email, token, newPassword) mit POST an',
      other:
        'Er gilt einmal und {minutes} Minuten lang. Apps senden ihn als JSON (email, token, newPassword) mit POST an',
    },
    reason: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',
  },

  secondFactorAdded: {
    subject: 'Die Anmeldung fragt jetzt nach einem Code',
    preheader: 'Wenn Sie das waren, halten Sie die Wiederherstellungscodes bereit.',
    added:
      'Zu Ihrem Konto wurde eine Authenticator-App hinzugefügt: Die Anmeldung fragt jetzt nach einem Code aus ihr. Überall sonst wurden Sie abgemeldet. Wenn Sie das waren, halten Sie die Wiederherstellungscodes bereit.',
    reason:
      'Wenn Sie das nicht waren, kennt eine andere Person Ihr Passwort: Schreiben Sie sofort an den Betreiber des Dienstes.',
  },

  secondFactorGuessed: {
    subject: 'Für Ihr Konto wurden falsche Codes eingegeben',
    preheader: 'Ihr Passwort war richtig, die Codes waren es nicht.',
    guessed:
      'Ihr Passwort oder ein Code aus Ihrem Postfach wurde eingegeben, danach zu viele falsche Codes einer Authenticator-App. Damit wurde niemand angemeldet. Wenn Sie das waren, warten Sie etwas oder verwenden Sie einen Wiederherstellungscode.',
    choose: 'Neues Passwort wählen',
    reason: 'Wenn Sie das nicht waren, wählen Sie ein neues Passwort: Eine andere Person kennt es.',
  },

  secondFactorRemoved: {
    subject: 'Die Anmeldung fragt nicht mehr nach einem Code',
    preheader: 'Wenn Sie das waren, müssen Sie nichts tun.',
    removed:
      'Die Authenticator-App und die Wiederherstellungscodes wurden von Ihrem Konto entfernt. Wenn Sie das waren oder die Administration darum gebeten haben, müssen Sie nichts tun.',
    reason:
      'Wenn Sie das nicht waren, ist eine andere Person in Ihrem Konto angemeldet: Schreiben Sie sofort an den Betreiber des Dienstes.',
  },

  signInCode: {
    subject: 'Ihr Anmeldecode: {code}',
    preheader: {
      count: 'minutes',
      one: 'Er gilt einmal und {minutes} Minute lang.',
      other: 'Er gilt einmal und {minutes} Minuten lang.',
    },
    enter: 'Geben Sie zum Anmelden diesen Code ein:',
    reason:
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail und geben Sie den Code nicht weiter.',
  },
}
