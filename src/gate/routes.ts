import type { Room } from '#platform/http'

export const gate: Room = async () => {}
