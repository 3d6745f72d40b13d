import type { Room } from '#platform/http'

export const payments: Room = async () => {}
