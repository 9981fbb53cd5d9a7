# nginx with nchan, of Debian: the proxy of docker-compose.scale.yml.
FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx libnginx-mod-nchan && rm -rf /var/lib/apt/lists/*
COPY nginx.conf /etc/nginx/nginx.conf
COPY nginx-live /etc/nginx/live
EXPOSE 80 443
CMD ["nginx", "-g", "daemon off;"]
