/** Words of mails about second factors, by the English words, in German, Spanish and French. */

export const secondFactorDe = {
  'Your recovery codes were renewed': 'Ihre Wiederherstellungscodes wurden erneuert',
  'Your account has new recovery codes; those from before work no more. If it was you, there is nothing to do.':
    'Ihr Konto hat neue Wiederherstellungscodes; die bisherigen gelten nicht mehr. Wenn Sie das waren, müssen Sie nichts tun.',
  'If it was not you, another person has your second factor: write to the operator of the service at once.':
    'Wenn Sie das nicht waren, hat eine andere Person Ihren zweiten Faktor: Schreiben Sie sofort an den Betreiber des Dienstes.',
  'Signing in asks for a code now': 'Die Anmeldung fragt jetzt nach einem Code',
  'If it was you, keep the recovery codes at hand.':
    'Wenn Sie das waren, halten Sie die Wiederherstellungscodes bereit.',
  'An authenticator app was added to your account: signing in asks for a code of it now. You were signed out everywhere else. If it was you, keep the recovery codes at hand.':
    'Zu Ihrem Konto wurde eine Authenticator-App hinzugefügt: Die Anmeldung fragt jetzt nach einem Code aus ihr. Überall sonst wurden Sie abgemeldet. Wenn Sie das waren, halten Sie die Wiederherstellungscodes bereit.',
  'If it was not you, another person knows your password: write to the operator of the service at once.':
    'Wenn Sie das nicht waren, kennt eine andere Person Ihr Passwort: Schreiben Sie sofort an den Betreiber des Dienstes.',
  'Wrong codes were entered for your account': 'Für Ihr Konto wurden falsche Codes eingegeben',
  'Your password was right, the codes were not.':
    'Ihr Passwort war richtig, die Codes waren es nicht.',
  'Your password, or a code from your mailbox, was entered, and then too many wrong codes of an authenticator app. No one was signed in with them. If it was you, wait a little, or use a recovery code.':
    'Ihr Passwort oder ein Code aus Ihrem Postfach wurde eingegeben, danach zu viele falsche Codes einer Authenticator-App. Damit wurde niemand angemeldet. Wenn Sie das waren, warten Sie etwas oder verwenden Sie einen Wiederherstellungscode.',
  'If it was not you, choose a new password: another person knows it.':
    'Wenn Sie das nicht waren, wählen Sie ein neues Passwort: Eine andere Person kennt es.',
  'Signing in asks for no code any more': 'Die Anmeldung fragt nicht mehr nach einem Code',
  'The authenticator app and the recovery codes were removed from your account. If it was you, or you have asked an administrator for it, there is nothing to do.':
    'Die Authenticator-App und die Wiederherstellungscodes wurden von Ihrem Konto entfernt. Wenn Sie das waren oder die Administration darum gebeten haben, müssen Sie nichts tun.',
  'If it was not you, another person is signed in to your account: write to the operator of the service at once.':
    'Wenn Sie das nicht waren, ist eine andere Person in Ihrem Konto angemeldet: Schreiben Sie sofort an den Betreiber des Dienstes.',
}

export const secondFactorEs = {
  'Your recovery codes were renewed': 'Sus códigos de recuperación se han renovado',
  'Your account has new recovery codes; those from before work no more. If it was you, there is nothing to do.':
    'Su cuenta tiene nuevos códigos de recuperación; los anteriores ya no sirven. Si ha sido usted, no tiene que hacer nada.',
  'If it was not you, another person has your second factor: write to the operator of the service at once.':
    'Si no ha sido usted, otra persona tiene su segundo factor: escriba enseguida al operador del servicio.',
  'Signing in asks for a code now': 'El inicio de sesión pide ahora un código',
  'If it was you, keep the recovery codes at hand.':
    'Si ha sido usted, tenga a mano los códigos de recuperación.',
  'An authenticator app was added to your account: signing in asks for a code of it now. You were signed out everywhere else. If it was you, keep the recovery codes at hand.':
    'Se ha añadido una aplicación de autenticación a su cuenta: el inicio de sesión pide ahora un código de ella. Se ha cerrado su sesión en todos los demás sitios. Si ha sido usted, tenga a mano los códigos de recuperación.',
  'If it was not you, another person knows your password: write to the operator of the service at once.':
    'Si no ha sido usted, otra persona conoce su contraseña: escriba enseguida al operador del servicio.',
  'Wrong codes were entered for your account':
    'Se han introducido códigos incorrectos para su cuenta',
  'Your password was right, the codes were not.': 'Su contraseña era correcta; los códigos, no.',
  'Your password, or a code from your mailbox, was entered, and then too many wrong codes of an authenticator app. No one was signed in with them. If it was you, wait a little, or use a recovery code.':
    'Se introdujo su contraseña o un código de su correo y, después, demasiados códigos incorrectos de una aplicación de autenticación. Nadie inició sesión con ellos. Si ha sido usted, espere un poco o use un código de recuperación.',
  'If it was not you, choose a new password: another person knows it.':
    'Si no ha sido usted, elija una contraseña nueva: otra persona la conoce.',
  'Signing in asks for no code any more': 'El inicio de sesión ya no pide ningún código',
  'The authenticator app and the recovery codes were removed from your account. If it was you, or you have asked an administrator for it, there is nothing to do.':
    'La aplicación de autenticación y los códigos de recuperación se han quitado de su cuenta. Si ha sido usted, o lo ha pedido a un administrador, no tiene que hacer nada.',
  'If it was not you, another person is signed in to your account: write to the operator of the service at once.':
    'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta: escriba enseguida al operador del servicio.',
}

export const secondFactorFr = {
  'Your recovery codes were renewed': 'Vos codes de récupération ont été renouvelés',
  'Your account has new recovery codes; those from before work no more. If it was you, there is nothing to do.':
    'Votre compte a de nouveaux codes de récupération ; les anciens ne fonctionnent plus. Si c’était vous, vous n’avez rien à faire.',
  'If it was not you, another person has your second factor: write to the operator of the service at once.':
    'Si ce n’était pas vous, une autre personne dispose de votre second facteur : écrivez sans attendre à l’exploitant du service.',
  'Signing in asks for a code now': 'La connexion demande désormais un code',
  'If it was you, keep the recovery codes at hand.':
    'Si c’était vous, gardez les codes de récupération à portée de main.',
  'An authenticator app was added to your account: signing in asks for a code of it now. You were signed out everywhere else. If it was you, keep the recovery codes at hand.':
    'Une application d’authentification a été ajoutée à votre compte : la connexion demande désormais l’un de ses codes. Vous avez été déconnecté partout ailleurs. Si c’était vous, gardez les codes de récupération à portée de main.',
  'If it was not you, another person knows your password: write to the operator of the service at once.':
    'Si ce n’était pas vous, une autre personne connaît votre mot de passe : écrivez sans attendre à l’exploitant du service.',
  'Wrong codes were entered for your account': 'Des codes erronés ont été saisis pour votre compte',
  'Your password was right, the codes were not.':
    'Votre mot de passe était correct, les codes ne l’étaient pas.',
  'Your password, or a code from your mailbox, was entered, and then too many wrong codes of an authenticator app. No one was signed in with them. If it was you, wait a little, or use a recovery code.':
    'Votre mot de passe, ou un code reçu par e-mail, a été saisi, puis trop de codes erronés d’une application d’authentification. Personne n’a pu se connecter avec eux. Si c’était vous, patientez un peu ou utilisez un code de récupération.',
  'If it was not you, choose a new password: another person knows it.':
    'Si ce n’était pas vous, choisissez un nouveau mot de passe : une autre personne le connaît.',
  'Signing in asks for no code any more': 'La connexion ne demande plus de code',
  'The authenticator app and the recovery codes were removed from your account. If it was you, or you have asked an administrator for it, there is nothing to do.':
    'L’application d’authentification et les codes de récupération ont été retirés de votre compte. Si c’était vous, ou si vous l’avez demandé à un administrateur, vous n’avez rien à faire.',
  'If it was not you, another person is signed in to your account: write to the operator of the service at once.':
    'Si ce n’était pas vous, une autre personne est connectée à votre compte : écrivez sans attendre à l’exploitant du service.',
}
