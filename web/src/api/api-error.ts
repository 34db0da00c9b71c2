export { ApiError } from '@video-forge/client/parts/api-error'
