import type { Room } from '#platform/http'

export const notifications: Room = async () => {}
