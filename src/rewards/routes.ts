import type { Room } from '#platform/http'

export const rewards: Room = async () => {}
