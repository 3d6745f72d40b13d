/** Texts of mails about an account and signing in to it. */
export const accountMails = {
  confirmEmail: {
    subject: 'Confirm your e-mail',
    preheader: 'An account was registered with this e-mail, or changed to it.',
    registered: 'An account was registered with this e-mail, or changed to it.',
    within: {
      count: 'hours',
      one: 'If it was you, confirm your e-mail while you are signed in, within {hours} hour.',
      other: 'If it was you, confirm your e-mail while you are signed in, within {hours} hours.',
    },
    confirm: 'Confirm your e-mail',
    inApp: 'To confirm it in the app you use, enter this token there:',
    api: 'Apps send it as JSON (token) with POST to',
    reason:
      'If it was not you, ignore this mail: the account gets no rights in your name, and you can take it over by resetting its password.',
  },

  emailChanged: {
    subject: 'Your e-mail was changed',
    preheader: 'If it was you, there is nothing to do.',
    changed:
      'The account with this e-mail has another e-mail now. If it was you, there is nothing to do.',
    reason:
      'If it was not you, another person is signed in to it: write to the operator of the service at once.',
  },

  guestEmailReplaced: {
    subject: 'The e-mail of a purchase was changed',
    preheader: 'Its tickets no longer open with this e-mail.',
    replaced:
      'A purchase was made with this e-mail. The seller has replaced it with another one, for example because it was mistyped.',
    opensNoMore:
      'What was bought no longer opens with this e-mail, and mails about it go to the other one.',
    reason:
      'If it was your purchase and you did not ask for the change, write to the seller at once. If you know nothing of a purchase, ignore this mail.',
  },

  passkeyAdded: {
    subject: 'A passkey was added to your account',
    preheader: 'If it was you, there is nothing to do.',
    added:
      'A passkey was added to your account: it signs in without a password. If it was you, there is nothing to do.',
    seePasskeys: 'Look at your passkeys',
    reason:
      'If it was not you, another person is signed in to your account: remove the passkey there, and write to the operator of the service at once.',
  },

  recoveryCodesRenewed: {
    subject: 'Your recovery codes were renewed',
    preheader: 'If it was you, there is nothing to do.',
    renewed:
      'Your account has new recovery codes; those from before work no more. If it was you, there is nothing to do.',
    reason:
      'If it was not you, another person has your second factor: write to the operator of the service at once.',
  },

  resetPassword: {
    subject: 'Reset your password',
    preheader: {
      count: 'minutes',
      one: 'The link works once, for {minutes} minute.',
      other: 'The link works once, for {minutes} minutes.',
    },
    requested: 'A new password was requested for the account with this e-mail.',
    choose: 'Choose a new password',
    inApp: 'To choose it in the app you use, enter this token there:',
    api: {
      count: 'minutes',
      one: 'It works once, for {minutes} minute. Apps send it as JSON (email, token, newPassword) with POST to',
      other:
        'It works once, for {minutes} minutes. Apps send it as JSON (email, token, newPassword) with POST to',
    },
    reason: 'If it was not you, ignore this mail: nothing has changed.',
  },

  secondFactorAdded: {
    subject: 'Signing in asks for a code now',
    preheader: 'If it was you, keep the recovery codes at hand.',
    added:
      'An authenticator app was added to your account: signing in asks for a code of it now. You were signed out everywhere else. If it was you, keep the recovery codes at hand.',
    reason:
      'If it was not you, another person knows your password: write to the operator of the service at once.',
  },

  secondFactorGuessed: {
    subject: 'Wrong codes were entered for your account',
    preheader: 'Your password was right, the codes were not.',
    guessed:
      'Your password, or a code from your mailbox, was entered, and then too many wrong codes of an authenticator app. No one was signed in with them. If it was you, wait a little, or use a recovery code.',
    choose: 'Choose a new password',
    reason: 'If it was not you, choose a new password: another person knows it.',
  },

  secondFactorRemoved: {
    subject: 'Signing in asks for no code any more',
    preheader: 'If it was you, there is nothing to do.',
    removed:
      'The authenticator app and the recovery codes were removed from your account. If it was you, or you have asked an administrator for it, there is nothing to do.',
    reason:
      'If it was not you, another person is signed in to your account: write to the operator of the service at once.',
  },

  signInCode: {
    subject: 'Your sign-in code: {code}',
    preheader: {
      count: 'minutes',
      one: 'It works once, for {minutes} minute.',
      other: 'It works once, for {minutes} minutes.',
    },
    enter: 'To sign in, enter this code:',
    reason: 'If it was not you, ignore this mail, and tell the code to no other person.',
  },
} as const
