export { type Notice, notify } from './changes.ts'
export { type News, tell } from './news.ts'
export { notifications } from './routes.ts'
