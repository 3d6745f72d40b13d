/** Texts of a fan's account other than its news and orders, in German. */
import type { Catalogue } from '../catalogues.ts'

export const passkeys: Catalogue['passkeys'] = {
  title: 'Passkeys',
  text: 'Melden Sie sich mit Fingerabdruck, Gesicht oder dem Code an, mit dem Sie Ihr Gerät entsperren. Ohne Passwort, und ohne etwas, das sich erraten oder auf einer gefälschten Seite stehlen ließe.',
  notHere: 'In diesem Browser lässt sich hier kein Passkey hinzufügen.',
  name: 'Name dieses Geräts',
  usualName: 'Mein Gerät',
  add: 'Passkey hinzufügen',
  added: (day) => `Hinzugefügt am ${day}.`,
  used: (day) => `Zuletzt benutzt am ${day}.`,
  unused: 'Noch nicht benutzt.',
  remove: (name) => `Passkey ${name} entfernen`,
  removeShort: 'Entfernen',
  notMade: 'Es wurde kein Passkey hinzugefügt. Sie können es noch einmal versuchen.',
  known: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
}

export const calendar: Catalogue['calendar'] = {
  name: 'Meine Festivals',
  title: 'Kalender',
  text: 'Die Festivals, für die Sie Tickets haben, und die Auftritte, die Sie sehen möchten, im Kalender Ihres Telefons oder Computers. Änderungen kommen von selbst.',
  on: 'Ihr Kalender hat eine Adresse, die nicht noch einmal angezeigt wird. Wenn Sie sie verloren haben, erstellen Sie eine neue: Die alte gilt dann nicht mehr.',
  address: 'Adresse Ihres Kalenders',
  once: 'Sie wird nur jetzt angezeigt. Alle, die sie kennen, können Ihren Kalender lesen.',
  open: 'Im Kalender öffnen',
  copy: 'Adresse kopieren',
  make: 'Im Kalender abonnieren',
  anew: 'Neue Adresse erstellen',
  end: 'Adresse löschen',
  ended: 'Die Adresse gilt nicht mehr. Entfernen Sie das Abo aus Ihrem Kalender.',
}

export const push: Catalogue['push'] = {
  device: 'Mitteilungen auf diesem Gerät',
  deviceText:
    'Was Sie hier lesen, erscheint auch auf diesem Gerät, während keine Seite geöffnet ist.',
  deviceOn: 'Sie sind eingeschaltet.',
  deviceOff: 'Sie sind ausgeschaltet.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  deviceDenied:
    'Dieser Browser blockiert Mitteilungen dieser Website. Öffnen Sie neben der Adresse die Website-Einstellungen, erlauben Sie Mitteilungen und laden Sie die Seite neu.',
  deviceAsked:
    'Dieser Browser hat Mitteilungen nicht erlaubt. Schalten Sie sie noch einmal ein und wählen Sie „Zulassen“.',
  deviceNone:
    'Dieser Browser kann keine Mitteilungen dieser Website anzeigen. Fügen Sie die Seite auf einem iPhone oder iPad zum Home-Bildschirm hinzu und öffnen Sie sie dort.',
  deviceFailed:
    'Der Browser erreicht seinen Mitteilungsdienst gerade nicht. Versuchen Sie es später erneut.',
  tooManyDevices:
    'Mitteilungen sind bereits in 20 Browsern eingeschaltet. Schalten Sie sie zuerst in einem davon aus.',
}

export const settings: Catalogue['settings'] = {
  title: 'Benachrichtigungen',
  text: 'E-Mails zu Käufen, Erstattungen und abgesagten Festivals schicken wir immer.',
  ways: { notice: 'Hier', push: 'Auf meinen Geräten', mail: 'Per E-Mail' },
  topics: {
    purchases: 'Käufe, Erstattungen, abgesagte Festivals',
    festivals: 'Änderungen bei Festivals, für die ich ein Ticket habe',
    reminders: 'Am Tag vor einem Festival',
    messages: 'Nachrichten von Veranstaltern, wenn ich ein Ticket habe',
    transfers: 'Weitergegebene Tickets',
    waiting_list: 'Wartelisten',
    queues: 'Warteräume vor dem Verkauf',
    follows: 'Künstler, Veranstalter und Genres, denen ich folge',
    rewards: 'Badges und Level',
    managing: 'Was ich verwalte',
  },
  saved: 'Gespeichert.',

  off: 'Weniger E-Mails',
  ask: (topic) => `Möchten Sie keine E-Mails mehr zu diesem Thema: ${topic}?`,
  askText:
    'Die Neuigkeiten finden Sie weiterhin in Ihrem Konto; dort können Sie die E-Mails wieder einschalten.',
  offButton: 'Keine E-Mails mehr',
  done: 'Erledigt',
  doneText: (topic) => `Sie erhalten keine E-Mails mehr zu diesem Thema: ${topic}.`,
  over: 'Dieser Link gilt nicht mehr',
  overText:
    'Er war für eine andere E-Mail-Adresse, oder Sie haben diese E-Mails inzwischen wieder eingeschaltet. Welche E-Mails Sie erhalten, bestimmen Sie in Ihrem Konto.',
  account: 'Mein Konto',
}

export const sessions: Catalogue['sessions'] = {
  title: 'Wo Sie angemeldet sind',
  here: 'Dieser Browser',
  since: (day) => `Angemeldet am ${day}.`,
  used: (day) => `Zuletzt benutzt am ${day}.`,
  end: (name) => `Die Sitzung von ${name} beenden`,
  endShort: 'Beenden',
  ended: 'Die Sitzung ist beendet.',
}
