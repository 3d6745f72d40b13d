export {
  createClient,
  deleteClient,
  ensureClient,
  ensurePageClient,
  rotateClient,
} from './changes.ts'
export { listClients } from './queries.ts'
export { clients } from './routes.ts'
export { checkClientSecret } from './secrets.ts'
