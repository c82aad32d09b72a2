// One maintained Node proxy library, configured as its documentation advises for this purpose, in a process of its own.
import http from 'node:http';
import https from 'node:https';
import replyFrom from '@fastify/reply-from';
import fastProxy from 'fast-proxy';
import fastify from 'fastify';
import { createProxyServer } from 'httpxy';

const keepAlive = { keepAlive: true, maxSockets: 1000, maxFreeSockets: 1000 };

const libraries = {
  httpxy: async ({ target, caPem, tls }) => {
    const agent = caPem ? new https.Agent({ ...keepAlive, ca: caPem }) : new http.Agent(keepAlive);
    const proxy = createProxyServer({ target, agent, xfwd: true, secure: true });
    return https.createServer(tls, (request, response) => {
      proxy.web(request, response).catch(() => response.destroy());
    });
  },
  'fast-proxy': async ({ target, caPem, tls, isHttp2 }) => {
    const undici = { connections: 1000, pipelining: 1, connect: { ca: caPem } };
    const inner = isHttp2 ? { http2: { sessionOptions: { ca: caPem } } } : { undici };
    const { proxy } = fastProxy({ base: target, ...inner });
    return https.createServer(tls, (request, response) => proxy(request, response, request.url, {}));
  },
  'reply-from': async ({ target, caPem, tls, isHttp2 }) => {
    const server = fastify({ https: tls, keepAliveTimeout: 0 });
    const inner = isHttp2
      ? { http2: { sessionOptions: { ca: caPem, rejectUnauthorized: true } } }
      : { undici: { connections: 1000, pipelining: 1, connect: { ca: caPem, rejectUnauthorized: true } } };
    await server.register(replyFrom, { base: target, ...inner });
    server.all('/*', (request, reply) => reply.from(request.url));
    await server.ready();
    return server.server;
  },
};

process.on('disconnect', () => process.exit(0));
process.on('message', async ({ library, target, caPem, tls, isHttp2 }) => {
  const server = await libraries[library]({ target, caPem, tls, isHttp2 });
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
