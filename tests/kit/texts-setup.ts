// The web app's texts in English: what every page does before it renders.
import { i18n } from '@lingui/core'

i18n.loadAndActivate({ locale: 'en', messages: {} })
