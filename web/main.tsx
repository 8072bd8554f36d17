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
  onArrival(services, user, visitType) {
    import('./state/arrival.ts')
      .then(({ noteArrival }) => noteArrival(services, window, user, visitType))
      // A note that could not be taken keeps nobody from anything.
      .catch(() => undefined)
  },
})
services.start()
createRoot(root).render(<App services={services} />)
