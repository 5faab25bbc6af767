"""The web app: pages, a REST API, sockets for play and live rooms; every rule it knows comes from the rooms below."""
