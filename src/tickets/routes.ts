import type { Room } from '#platform/http'

export const tickets: Room = async () => {}
