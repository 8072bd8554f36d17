// The parts of one file: each is small, and both need the rest of it.
export { InstallOffer } from './install-offer.tsx'
export { InstallSetting } from './install-setting.tsx'
