import { api, asFan } from '../shop/fan.ts'

/** Keeps the language that a fan has chosen with their account. @throws FestivalError */
export async function saveLanguage(language: string): Promise<void> {
  const { id } = await asFan(() => api.me.get())
  await asFan(() => api.users.update(id, { language: language as 'en' }))
}
