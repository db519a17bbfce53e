import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';

/** One address the application answers. */
export interface KnownRoute {
  /** As it is declared, e.g. `/api/v1/runs/:run`. */
  readonly address: string;
  readonly pattern: RegExp;
  readonly method: string;
}

type ControllerClass = new (...args: never[]) => object;

/** The addresses of the controllers, as their decorators say. */
export function routesOf(controllers: readonly ControllerClass[]): readonly KnownRoute[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => routeOf(controller, prototype[name]));
  });
}

/** Methods the path answers, e.g. ['GET', 'HEAD', 'POST']; empty when there is nothing at it. What answers GET answers HEAD. */
export function methodsAt(routes: readonly KnownRoute[], path: string): readonly string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

function routeOf(controller: ControllerClass, handler: unknown): readonly KnownRoute[] {
  if (typeof handler !== 'function') return [];
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (method === undefined) return [];
  const parts = [controller, handler].map((target) => String(Reflect.getMetadata(PATH_METADATA, target)));
  const address = `/${trimmed(parts.join('/'))}`;
  return [{ address, method: RequestMethod[method], pattern: patternOf(address) }];
}

const patternOf = (address: string): RegExp =>
  new RegExp(
    `^${address
      .replaceAll('.', '\\.')
      .replaceAll(/:[a-z]+/g, '[^/]+')
      .replaceAll('*', '.+')}$`,
  );

const trimmed = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .join('/');
