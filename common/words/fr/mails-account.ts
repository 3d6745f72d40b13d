/** Texts of mails about an account and signing in to it, in French. */
import type { Texts } from '../catalogues.ts'
import type { accountMails as english } from '../en/mails-account.ts'

export const accountMails: Texts<typeof english, 'fr'> = {
  confirmEmail: {
    subject: 'Confirmez votre adresse e-mail',
    preheader: 'Un compte a été créé avec cette adresse e-mail, ou l’utilise désormais.',
    registered: 'Un compte a été créé avec cette adresse e-mail, ou l’utilise désormais.',
    within: {
      count: 'hours',
      one: 'Si c’est vous, confirmez votre adresse dans un délai de {hours} heure, en étant connecté.',
      other: 'Si c’est vous, confirmez votre adresse dans les {hours} heures, en étant connecté.',
    },
    confirm: 'Confirmez votre adresse e-mail',
    inApp: 'Pour la confirmer dans votre application, saisissez-y ce code :',
    api: 'Les applications l’envoient en JSON (token) par POST à',
    reason:
      'Si ce n’est pas vous, ignorez cet e-mail : le compte n’obtient aucun droit en votre nom, et vous pouvez le récupérer en réinitialisant son mot de passe.',
  },

  emailChanged: {
    subject: 'Votre adresse e-mail a été modifiée',
    preheader: 'Si c’est vous, vous n’avez rien à faire.',
    changed:
      'Le compte lié à cette adresse en utilise désormais une autre. Si c’est vous, vous n’avez rien à faire.',
    reason:
      'Si ce n’est pas vous, une autre personne y est connectée : écrivez sans attendre à l’exploitant du service.',
  },

  guestEmailReplaced: {
    subject: 'L’adresse e-mail d’un achat a été modifiée',
    preheader: 'Ses billets ne s’ouvrent plus avec cette adresse.',
    replaced:
      'Un achat a été fait avec cette adresse e-mail. Le vendeur l’a remplacée par une autre, par exemple parce qu’elle était mal saisie.',
    opensNoMore:
      'Ce qui a été acheté ne s’ouvre plus avec cette adresse, et les e-mails à ce sujet sont envoyés à l’autre.',
    reason:
      'Si cet achat est le vôtre et que vous n’avez pas demandé ce changement, écrivez immédiatement au vendeur. Si vous n’avez rien acheté, ignorez cet e-mail.',
  },

  passkeyAdded: {
    subject: 'Une clé d’accès a été ajoutée à votre compte',
    preheader: 'Si c’est vous, vous n’avez rien à faire.',
    added:
      'Une clé d’accès a été ajoutée à votre compte : elle permet de se connecter sans mot de passe. Si c’est vous, vous n’avez rien à faire.',
    seePasskeys: 'Voir vos clés d’accès',
    reason:
      'Si ce n’est pas vous, une autre personne est connectée à votre compte : supprimez-y la clé d’accès et écrivez sans attendre à l’exploitant du service.',
  },

  recoveryCodesRenewed: {
    subject: 'Vos codes de récupération ont été renouvelés',
    preheader: 'Si c’est vous, vous n’avez rien à faire.',
    renewed:
      'Votre compte a de nouveaux codes de récupération ; les anciens ne fonctionnent plus. Si c’était vous, vous n’avez rien à faire.',
    reason:
      'Si ce n’était pas vous, une autre personne dispose de votre second facteur : écrivez sans attendre à l’exploitant du service.',
  },

  resetPassword: {
    subject: 'Réinitialisez votre mot de passe',
    preheader: {
      count: 'minutes',
      one: 'Le lien est valable une fois, pendant {minutes} minute.',
      other: 'Le lien est valable une fois, pendant {minutes} minutes.',
    },
    requested: 'Un nouveau mot de passe a été demandé pour le compte lié à cette adresse.',
    choose: 'Choisir un nouveau mot de passe',
    inApp: 'Pour le choisir dans votre application, saisissez-y ce code :',
    api: {
      count: 'minutes',
      one: 'Il est valable une fois, pendant {minutes} minute. Les applications l’envoient en JSON (email, token, newPassword) par POST à',
      other:
        'Il est valable une fois, pendant {minutes} minutes. Les applications l’envoient en JSON (email, token, newPassword) par POST à',
    },
    reason: 'Si ce n’est pas vous, ignorez cet e-mail : rien n’a changé.',
  },

  secondFactorAdded: {
    subject: 'La connexion demande désormais un code',
    preheader: 'Si c’était vous, gardez les codes de récupération à portée de main.',
    added:
      'Une application d’authentification a été ajoutée à votre compte : la connexion demande désormais l’un de ses codes. Vous avez été déconnecté partout ailleurs. Si c’était vous, gardez les codes de récupération à portée de main.',
    reason:
      'Si ce n’était pas vous, une autre personne connaît votre mot de passe : écrivez sans attendre à l’exploitant du service.',
  },

  secondFactorGuessed: {
    subject: 'Des codes erronés ont été saisis pour votre compte',
    preheader: 'Votre mot de passe était correct, les codes ne l’étaient pas.',
    guessed:
      'Votre mot de passe, ou un code reçu par e-mail, a été saisi, puis trop de codes erronés d’une application d’authentification. Personne n’a pu se connecter avec eux. Si c’était vous, patientez un peu ou utilisez un code de récupération.',
    choose: 'Choisir un nouveau mot de passe',
    reason:
      'Si ce n’était pas vous, choisissez un nouveau mot de passe : une autre personne le connaît.',
  },

  secondFactorRemoved: {
    subject: 'La connexion ne demande plus de code',
    preheader: 'Si c’est vous, vous n’avez rien à faire.',
    removed:
      'L’application d’authentification et les codes de récupération ont été retirés de votre compte. Si c’était vous, ou si vous l’avez demandé à un administrateur, vous n’avez rien à faire.',
    reason:
      'Si ce n’était pas vous, une autre personne est connectée à votre compte : écrivez sans attendre à l’exploitant du service.',
  },

  signInCode: {
    subject: 'Votre code de connexion : {code}',
    preheader: {
      count: 'minutes',
      one: 'Il est valable une fois, pendant {minutes} minute.',
      other: 'Il est valable une fois, pendant {minutes} minutes.',
    },
    enter: 'Pour vous connecter, saisissez ce code :',
    reason: 'Si ce n’est pas vous, ignorez cet e-mail et ne communiquez ce code à personne.',
  },
}
