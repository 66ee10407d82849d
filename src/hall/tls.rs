//! HTTPS, for those who have a certificate: browsers believe no other.

use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::json;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls;
use tokio_rustls::server::TlsStream;

/// How long a browser may take to agree on a key.
const AGREES: Duration = Duration::from_secs(10);

/// Bytes of a plain request that are looked at.
const LARGEST_HEAD: usize = 8192;

/// A certificate with its key, as the door shows it.
#[derive(Clone)]
pub struct Certificate(Arc<ServerConfig>);

impl Certificate {
    /// Reads a chain and its key, both as PEM.
    pub fn read(chain: &[u8], key: &[u8]) -> Result<Self, String> {
        let chain: Vec<CertificateDer<'static>> =
            CertificateDer::pem_slice_iter(chain).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        if chain.is_empty() {
            return Err("the first file has no certificate in it".to_owned());
        }
        let key =
            PrivateKeyDer::from_pem_slice(key).map_err(|_| "the second file has no private key in it".to_owned())?;
        let versions =
            ServerConfig::builder_with_provider(Arc::new(default_provider())).with_safe_default_protocol_versions();
        let config = versions.and_then(|config| config.with_no_client_auth().with_single_cert(chain, key));
        let mut config = config.map_err(|error| error.to_string())?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(Arc::new(config)))
    }

    /// The connection once its key is agreed; who asks by plain http is answered so.
    pub async fn agreed(&self, stream: TcpStream) -> Option<TlsStream<TcpStream>> {
        let agreed = async {
            if speaks_http(&stream).await {
                answer_http(stream).await;
                return None;
            }
            TlsAcceptor::from(Arc::clone(&self.0)).accept(stream).await.ok()
        };
        timeout(AGREES, agreed).await.ok().flatten()
    }
}

/// Whether somebody asks by plain http: its methods are capitals, and with no capital https begins.
async fn speaks_http(stream: &TcpStream) -> bool {
    let mut first = [0];
    matches!(stream.peek(&mut first).await, Ok(1..)) && first[0].is_ascii_uppercase()
}

/// Says that the hall takes https alone, to a browser in words.
async fn answer_http(mut stream: TcpStream) {
    let mut asked = vec![0; LARGEST_HEAD];
    let read = stream.read(&mut asked).await.unwrap_or_default();
    let asked = String::from_utf8_lossy(&asked[..read]).to_ascii_lowercase();
    let (message, hint) = ("this hall only accepts https, and this request is http", "start the address with https://");
    let (kind, body) = match asked.contains("text/html") {
        true => ("text/plain", format!("{message}: {hint}")),
        false => {
            let error = json!({ "code": 2, "message": message, "hint": hint, "https": true });
            ("application/json", json!({ "error": error }).to_string())
        }
    };
    let head = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // Who is gone is owed no answer; what is still on its way is read, so that the answer is not lost to it.
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
    let _ = stream.shutdown().await;
    while matches!(stream.read(&mut [0; 4096]).await, Ok(1..)) {}
}

/// Who asks, by address.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);
