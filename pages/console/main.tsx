import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './console.css'
import { createRoot } from 'react-dom/client'
import { changesReady } from '#platform/zones/zone-changes'
import { App } from './app.tsx'

await changesReady
const root = document.querySelector('#root')
if (root) createRoot(root).render(<App />)
