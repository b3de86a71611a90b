import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownEtag } from '../../lib/etag'
import { LINK_PICTURE_ROUTE, SITE_LINK_PICTURE_PATH } from '../../lib/link-picture-path'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createLinkPictureService, type LinkPictureService, type PictureToSend } from './service'

export function linkPicturesFeature(context: FeatureContext): Feature {
  return { outside: [linkPictureRoutes(createLinkPictureService(context))] }
}

const HEADERS = {
  // As short as for portraits: the page may be closed later.
  'cache-control': 'private, max-age=600',
  // The pictures are for messengers; search engines index the pages.
  'x-robots-tag': 'noindex',
}

/** Link pictures, at URLs outside of /api. */
function linkPictureRoutes(pictures: LinkPictureService): Routes {
  return (app) => {
    app.get(SITE_LINK_PICTURE_PATH, { schema: { hide: true } }, async (request, reply) =>
      send(await pictures.ofSite(), request, reply),
    )
    app.get<{ Params: { id: string } }>(LINK_PICTURE_ROUTE, { schema: { hide: true } }, async (request, reply) =>
      send(await pictures.ofMemorial(Number(request.params.id)), request, reply),
    )
  }
}

async function send(picture: PictureToSend, request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply) {
  void reply.headers({ ...HEADERS, etag: picture.etag })
  if (isKnownEtag(picture.etag, request.headers['if-none-match'])) return reply.code(304).send()
  return reply
    .type('image/jpeg')
    .header('content-length', picture.size)
    .send(await picture.read())
}
