import type { Call } from '../../components/call-drawer.tsx'

/** The API calls behind the messages of a festival, for developers. */
export function messageCallsOf(id: string): Call[] {
  const body = { subject: 'Gates open at 14:00', text: 'Two hours earlier than planned.' }
  return [
    {
      title: 'Write a message: a draft, until it is sent',
      method: 'POST',
      path: `/festivals/${id}/messages`,
      body,
      code: `const message = await festival.messages.create('${id}', ${JSON.stringify(body, null, 2)})`,
    },
    {
      title: 'How many would get it now, and how it would read',
      method: 'GET',
      path: `/festivals/${id}/messages/$MESSAGE/preview`,
      code: `const { receiving, text } = await festival.messages.preview('${id}', message.id)`,
    },
    {
      title: 'Send it',
      method: 'POST',
      path: `/festivals/${id}/messages/$MESSAGE/send`,
      code: `await festival.messages.send('${id}', message.id)`,
    },
  ]
}
