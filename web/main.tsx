import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createServices } from './state/services.ts'
import './ui/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
const services = createServices({
  fetch: window.fetch.bind(window),
  storage: window.localStorage,
  root: document.documentElement,
  events: window,
  now: () => Date.now(),
})
services.start()
createRoot(root).render(<App services={services} />)
