/** Texts of a fan's account other than its news and orders. */

/** Texts about passkeys, on the account page and in its script. */
export const passkeys = {
  title: 'Passkeys',
  text: 'Sign in with the fingerprint, the face or the code by which you unlock your device. No password, and nothing that can be guessed or stolen by a false page.',
  notHere: 'This browser cannot add a passkey here.',
  name: 'Name of this device',
  usualName: 'My device',
  add: 'Add a passkey',
  added: (day: string) => `Added on ${day}.`,
  used: (day: string) => `Last used on ${day}.`,
  unused: 'Not used yet.',
  remove: (name: string) => `Remove the passkey ${name}`,
  removeShort: 'Remove',
  notMade: 'No passkey was added. You can try again.',
  known: 'This device has a passkey of your account already.',
}

/** Texts about a fan's own calendar, on the account page and in its script. */
export const calendar = {
  /** the name of the calendar itself */
  name: 'My festivals',
  title: 'Calendar',
  text: 'The festivals you have tickets for and the gigs you want to see, in the calendar of your phone or computer. It follows every change.',
  on: 'Your calendar has an address, which is not shown again. If you have lost it, make a new one: the one before ends.',
  address: 'Address of your calendar',
  once: 'It is shown only now. Anyone who has it can read your calendar.',
  open: 'Open in your calendar',
  copy: 'Copy the address',
  make: 'Subscribe in your calendar',
  anew: 'Make a new address',
  end: 'End the address',
  ended: 'The address has ended. Remove the subscription from your calendar program.',
}

/** Texts about notifications that a device shows: on the page, and in the worker. */
export const push = {
  device: 'Notifications on this device',
  deviceText: 'What you read here also appears on this device while no page is open.',
  deviceOn: 'They are on.',
  deviceOff: 'They are off.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  deviceDenied:
    'This browser blocks notifications from this site. To allow them, open the site settings beside the address, allow notifications, and reload the page.',
  deviceAsked: 'This browser has not allowed notifications. Turn them on again and choose “Allow”.',
  deviceNone:
    'This browser cannot show notifications from this site. On an iPhone or iPad, add this page to the Home Screen and open it there.',
  deviceFailed: 'This browser could not reach its push service. Try again later.',
  tooManyDevices: 'They are on for 20 browsers already. Turn one of them off first.',
}

/** Texts about notification settings, and about the addresses in mails that switch mails off. */
export const settings = {
  title: 'What you are told',
  text: 'Mails about purchases, refunds and cancelled festivals are always sent.',
  ways: { notice: 'Here', push: 'On my devices', mail: 'By mail' },
  topics: {
    purchases: 'Purchases, refunds, cancelled festivals',
    festivals: 'Changes of festivals I have a ticket for',
    reminders: 'The day before a festival',
    messages: 'What organizers write about festivals I have a ticket for',
    transfers: 'Tickets that are handed on',
    waiting_list: 'Waiting lists',
    queues: 'Waiting rooms of sales',
    follows: 'What I follow',
    rewards: 'Badges and levels',
    managing: 'What I manage',
  },
  saved: 'Saved.',

  off: 'Fewer mails',
  ask: (topic: string) => `Do you want no more mails about: ${topic}?`,
  askText: 'You still find the news in your account, where you can switch these mails on again.',
  offButton: 'Send me no more',
  done: 'Done',
  doneText: (topic: string) => `We send you no more mails about: ${topic}.`,
  over: 'This link is over',
  overText:
    'It was for another e-mail, or you have switched these mails on again since. In your account you choose what we mail you.',
  account: 'My account',
}

/** Texts about the places where a fan is signed in. */
export const sessions = {
  title: 'Where you are signed in',
  here: 'This browser',
  since: (day: string) => `Signed in on ${day}.`,
  used: (day: string) => `Last used on ${day}.`,
  end: (name: string) => `End the session of ${name}`,
  endShort: 'End',
  ended: 'The session has ended.',
}
