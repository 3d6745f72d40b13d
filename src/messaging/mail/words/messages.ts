/** The text around messages of organizers, by the English words, in German, Spanish and French. */

export const messagesDe = {
  'A message about a festival': 'Eine Nachricht zu einem Festival',
  'An organizer writes to you about a festival:':
    'Ein Veranstalter schreibt Ihnen über ein Festival:',
  '{organizer} writes to you about {festival}.': '{organizer} schreibt Ihnen über {festival}.',
  'This is a test. It was sent to you alone.': 'Dies ist ein Test. Er ging nur an Sie.',
  '{organizer} writes to you about {festival}:': '{organizer} schreibt Ihnen über {festival}:',
  'Get no more messages of organizers': 'Keine Nachrichten von Veranstaltern mehr',
}

export const messagesEs = {
  'A message about a festival': 'Un mensaje sobre un festival',
  'An organizer writes to you about a festival:': 'Un organizador le escribe sobre un festival:',
  '{organizer} writes to you about {festival}.': '{organizer} le escribe sobre {festival}.',
  'This is a test. It was sent to you alone.': 'Esto es una prueba. Se ha enviado solo a usted.',
  '{organizer} writes to you about {festival}:': '{organizer} le escribe sobre {festival}:',
  'Get no more messages of organizers': 'No recibir más mensajes de organizadores',
}

export const messagesFr = {
  'A message about a festival': 'Un message au sujet d’un festival',
  'An organizer writes to you about a festival:':
    'Un organisateur vous écrit au sujet d’un festival :',
  '{organizer} writes to you about {festival}.': '{organizer} vous écrit au sujet de {festival}.',
  'This is a test. It was sent to you alone.': 'Ceci est un essai. Il n’a été envoyé qu’à vous.',
  '{organizer} writes to you about {festival}:': '{organizer} vous écrit au sujet de {festival} :',
  'Get no more messages of organizers': 'Ne plus recevoir de messages d’organisateurs',
}
