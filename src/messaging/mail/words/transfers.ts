/** Words of mails about transferred tickets, by the English words, in German, Spanish and French. */

export const transfersDe = {
  '{sender} sent you a ticket for {festival}': '{sender} schickt Ihnen ein Ticket für {festival}',
  '{sender} sent you a ticket for {festival}, {days}.':
    '{sender} schickt Ihnen ein Ticket für {festival}, {days}.',
  'A ticket for you: {festival}': 'Ein Ticket für Sie: {festival}',
  'A ticket for you': 'Ein Ticket für Sie',
  'Until you accept it, it belongs to its sender.':
    'Bis Sie es annehmen, gehört es der Person, die es anbietet.',
  'You are offered a ticket for {festival}, {days}.':
    'Ihnen wird ein Ticket angeboten: {festival}, {days}.',
  'You are offered a ticket for a festival.': 'Ihnen wird ein Ticket für ein Festival angeboten.',
  'To accept it, sign in with this e-mail address where you buy tickets. If you have no account yet, six digits that we mail you make one.':
    'Um es anzunehmen, melden Sie sich mit dieser E-Mail-Adresse dort an, wo Sie Tickets kaufen. Wenn Sie noch kein Konto haben, entsteht es mit sechs Ziffern, die wir Ihnen schicken.',
  'See the ticket': 'Ticket ansehen',
  'The offer ends on {expires}, and when it is taken back. Until you accept it, the ticket belongs to its sender.':
    'Das Angebot endet am {expires} oder wenn es zurückgenommen wird. Bis Sie es annehmen, gehört das Ticket der Person, die es anbietet.',

  'Your ticket for {festival} is offered': 'Ihr Ticket wird angeboten: {festival}',
  'Your ticket is offered': 'Ihr Ticket wird angeboten',
  'It is yours until it is accepted.': 'Es gehört Ihnen, bis es angenommen wird.',
  'The organizer of {festival} has offered your ticket to another person.':
    'Der Veranstalter hat Ihr Ticket einer anderen Person angeboten: {festival}.',
  'The organizer of a festival has offered your ticket to another person.':
    'Der Veranstalter eines Festivals hat Ihr Ticket einer anderen Person angeboten.',
  'It is yours until they accept it. If you did not ask for this, take the offer back with your tickets, or write to the organizer.':
    'Es gehört Ihnen, bis sie es annimmt. Wenn Sie das nicht gewünscht haben, nehmen Sie das Angebot bei Ihren Tickets zurück, oder schreiben Sie dem Veranstalter.',
  'See your tickets': 'Ihre Tickets ansehen',
  'You get this mail because it is your ticket.':
    'Sie erhalten diese E-Mail, weil es Ihr Ticket ist.',

  'Your ticket for {festival} is handed on': 'Ihr Ticket ist weitergegeben: {festival}',
  'Your ticket is handed on': 'Ihr Ticket ist weitergegeben',
  'Your code no longer admits.': 'Ihr Code gilt nicht mehr.',
  'Your ticket for {festival} was accepted.': 'Ihr Ticket wurde angenommen: {festival}.',
  'Your ticket was accepted.': 'Ihr Ticket wurde angenommen.',
  'It belongs to its new holder now, and your code no longer admits. A refund would still come to you.':
    'Es gehört jetzt einer anderen Person, und Ihr Code gilt nicht mehr. Eine Erstattung ginge weiterhin an Sie.',
  'You get this mail because your ticket was offered.':
    'Sie erhalten diese E-Mail, weil Ihr Ticket angeboten wurde.',

  'Your ticket for {festival} was not accepted': 'Ihr Ticket wurde nicht angenommen: {festival}',
  'Your ticket was not accepted': 'Ihr Ticket wurde nicht angenommen',
  'It is still yours.': 'Es gehört weiterhin Ihnen.',
  'Your ticket for {festival} was declined.': 'Ihr Ticket wurde abgelehnt: {festival}.',
  'Your ticket was declined.': 'Ihr Ticket wurde abgelehnt.',
  'It is still yours, and you may offer it again.':
    'Es gehört weiterhin Ihnen, und Sie können es erneut anbieten.',
}

export const transfersEs = {
  '{sender} sent you a ticket for {festival}': '{sender} le envía una entrada para {festival}',
  '{sender} sent you a ticket for {festival}, {days}.':
    '{sender} le envía una entrada para {festival}, {days}.',
  'A ticket for you: {festival}': 'Una entrada para usted: {festival}',
  'A ticket for you': 'Una entrada para usted',
  'Until you accept it, it belongs to its sender.':
    'Hasta que la acepte, es de quien se la ofrece.',
  'You are offered a ticket for {festival}, {days}.':
    'Le ofrecen una entrada para {festival}, {days}.',
  'You are offered a ticket for a festival.': 'Le ofrecen una entrada para un festival.',
  'To accept it, sign in with this e-mail address where you buy tickets. If you have no account yet, six digits that we mail you make one.':
    'Para aceptarla, inicie sesión con este correo donde compra sus entradas. Si aún no tiene cuenta, se crea con seis cifras que le enviamos por correo.',
  'See the ticket': 'Ver la entrada',
  'The offer ends on {expires}, and when it is taken back. Until you accept it, the ticket belongs to its sender.':
    'La oferta termina el {expires}, o si se retira. Hasta que la acepte, la entrada es de quien se la ofrece.',

  'Your ticket for {festival} is offered': 'Su entrada para {festival} se ofrece a otra persona',
  'Your ticket is offered': 'Su entrada se ofrece a otra persona',
  'It is yours until it is accepted.': 'Es suya hasta que se acepte.',
  'The organizer of {festival} has offered your ticket to another person.':
    'El organizador de {festival} ha ofrecido su entrada a otra persona.',
  'The organizer of a festival has offered your ticket to another person.':
    'El organizador de un festival ha ofrecido su entrada a otra persona.',
  'It is yours until they accept it. If you did not ask for this, take the offer back with your tickets, or write to the organizer.':
    'Es suya hasta que la acepte. Si no lo ha pedido, retire la oferta en sus entradas o escriba al organizador.',
  'See your tickets': 'Ver sus entradas',
  'You get this mail because it is your ticket.': 'Recibe este correo porque es su entrada.',

  'Your ticket for {festival} is handed on': 'Su entrada está cedida: {festival}',
  'Your ticket is handed on': 'Su entrada está cedida',
  'Your code no longer admits.': 'Su código ya no da acceso.',
  'Your ticket for {festival} was accepted.': 'Su entrada para {festival} ha sido aceptada.',
  'Your ticket was accepted.': 'Su entrada ha sido aceptada.',
  'It belongs to its new holder now, and your code no longer admits. A refund would still come to you.':
    'Ahora es de su nuevo titular y su código ya no da acceso. Un reembolso seguiría siendo para usted.',
  'You get this mail because your ticket was offered.':
    'Recibe este correo porque se ofreció su entrada.',
  'Your ticket for {festival} was not accepted': 'Su entrada para {festival} no ha sido aceptada',
  'Your ticket was not accepted': 'Su entrada no ha sido aceptada',
  'It is still yours.': 'Sigue siendo suya.',
  'Your ticket for {festival} was declined.': 'Su entrada para {festival} ha sido rechazada.',
  'Your ticket was declined.': 'Su entrada ha sido rechazada.',
  'It is still yours, and you may offer it again.': 'Sigue siendo suya y puede ofrecerla de nuevo.',
}

export const transfersFr = {
  '{sender} sent you a ticket for {festival}': '{sender} vous envoie un billet pour {festival}',
  '{sender} sent you a ticket for {festival}, {days}.':
    '{sender} vous envoie un billet pour {festival}, {days}.',
  'A ticket for you: {festival}': 'Un billet pour vous : {festival}',
  'A ticket for you': 'Un billet pour vous',
  'Until you accept it, it belongs to its sender.':
    'Tant que vous ne l’acceptez pas, il reste à la personne qui le propose.',
  'You are offered a ticket for {festival}, {days}.':
    'Un billet vous est proposé : {festival}, {days}.',
  'You are offered a ticket for a festival.': 'Un billet pour un festival vous est proposé.',
  'To accept it, sign in with this e-mail address where you buy tickets. If you have no account yet, six digits that we mail you make one.':
    'Pour l’accepter, connectez-vous avec cette adresse e-mail là où vous achetez vos billets. Si vous n’avez pas encore de compte, six chiffres reçus par e-mail suffisent à le créer.',
  'See the ticket': 'Voir le billet',
  'The offer ends on {expires}, and when it is taken back. Until you accept it, the ticket belongs to its sender.':
    'L’offre prend fin le {expires}, ou si elle est reprise. Tant que vous ne l’acceptez pas, le billet reste à la personne qui le propose.',

  'Your ticket for {festival} is offered': 'Votre billet est proposé : {festival}',
  'Your ticket is offered': 'Votre billet est proposé',
  'It is yours until it is accepted.': 'Il est à vous jusqu’à ce qu’il soit accepté.',
  'The organizer of {festival} has offered your ticket to another person.':
    'L’organisateur a proposé votre billet à une autre personne : {festival}.',
  'The organizer of a festival has offered your ticket to another person.':
    'L’organisateur d’un festival a proposé votre billet à une autre personne.',
  'It is yours until they accept it. If you did not ask for this, take the offer back with your tickets, or write to the organizer.':
    'Il est à vous jusqu’à ce qu’elle l’accepte. Si vous ne l’avez pas demandé, retirez la proposition dans vos billets ou écrivez à l’organisateur.',
  'See your tickets': 'Voir vos billets',
  'You get this mail because it is your ticket.':
    'Vous recevez cet e-mail parce que c’est votre billet.',

  'Your ticket for {festival} is handed on': 'Votre billet est transféré : {festival}',
  'Your ticket is handed on': 'Votre billet est transféré',
  'Your code no longer admits.': 'Votre code ne donne plus accès.',
  'Your ticket for {festival} was accepted.': 'Votre billet a été accepté : {festival}.',
  'Your ticket was accepted.': 'Votre billet a été accepté.',
  'It belongs to its new holder now, and your code no longer admits. A refund would still come to you.':
    'Il appartient désormais à son nouveau titulaire et votre code ne donne plus accès. Un remboursement vous reviendrait toujours.',
  'You get this mail because your ticket was offered.':
    'Vous recevez cet e-mail parce que votre billet a été proposé.',
  'Your ticket for {festival} was not accepted': 'Votre billet n’a pas été accepté : {festival}',
  'Your ticket was not accepted': 'Votre billet n’a pas été accepté',
  'It is still yours.': 'Il est toujours à vous.',
  'Your ticket for {festival} was declined.': 'Votre billet a été refusé : {festival}.',
  'Your ticket was declined.': 'Votre billet a été refusé.',
  'It is still yours, and you may offer it again.':
    'Il est toujours à vous et vous pouvez le proposer de nouveau.',
}
