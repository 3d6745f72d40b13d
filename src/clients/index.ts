export { createClient, deleteClient, ensureClient, rotateClient } from './changes.ts'
export { listClients } from './queries.ts'
export { clients } from './routes.ts'
export { checkClientSecret } from './secrets.ts'
