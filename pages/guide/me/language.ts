import { api, asFan } from '../shop/fan.ts'

/** Stores a fan's chosen language with their account. @throws FestivalError */
export async function saveLanguage(language: string): Promise<void> {
  const { id } = await asFan(() => api.me.get())
  await asFan(() => api.users.update(id, { language: language as 'en' }))
}
