import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createServices } from './state/services.ts'
import './ui/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
const services = createServices(window)
services.start()
createRoot(root).render(<App services={services} />)
